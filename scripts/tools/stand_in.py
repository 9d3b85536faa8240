"""Programs that are ours but for a class or two: what a module has imported, replaced by what lies."""

from types import ModuleType


def stand_in(module: ModuleType, **classes: object) -> None:
    """From now on the module makes these instead. A name that it does not have is a mistake of ours."""
    missing = classes.keys() - vars(module).keys()
    assert not missing, f"{module.__name__} has no {', '.join(sorted(missing))}"
    vars(module).update(classes)
