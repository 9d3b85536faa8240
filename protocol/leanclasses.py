"""Dataclasses that cost little to make, for a program that has hundreds of them and should start at once.

Readers and the type checker may take them for those of the standard library. Those write the source of every
method of every class and have it compiled, each time a program starts, and first of all they import what
takes Python apart. But the methods of two classes with equally many fields differ in names only. So here
they are compiled once for each number of fields, and a class gets a copy with its own names: the same code,
as fast to call, and a class in a twentieth of the time. Most classes are never compared while a program runs,
so the methods for that are made when somebody does.

There is what small values need: slots, defaults that nobody changes, fields from a class above, methods that
a class writes itself, `__post_init__` among them, and by `field` slots beside the fields, for what follows
from them. There is no `order` and no `default_factory`; who needs them takes a real dataclass.
"""

from collections.abc import Mapping
from functools import cache, partial
from types import FunctionType
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

if TYPE_CHECKING:
    from dataclasses import Field, dataclass, field, replace
    from dataclasses import dataclass as record
else:

    def dataclass(*, slots=False, frozen=False, eq=True):
        """As `dataclasses.dataclass` with these options."""
        return partial(_made, slotted=slots, frozen=frozen, equal=eq, hashed=frozen)

    def record(*, slots, frozen):
        """A dataclass that is frozen to the type checker and hashed, and plain when the program runs.

        One that is frozen sets every field by a call of its own, and takes four times as long to fill. Where
        nothing but code that is type-checked gets at a value, nobody has to pay for that again and again.
        """
        assert slots
        assert frozen
        return partial(_made, slotted=True, frozen=False, equal=True, hashed=True)

    def field(*, init, default=None, compare=False, repr=False):  # noqa: A002 -- as there
        """A place beside the fields for what follows from them: nothing, until somebody fills it."""
        assert not init
        assert default is None
        return _BESIDE

    def replace(value, /, **changes):
        """A copy with some fields changed, as `dataclasses.replace` makes it."""
        for name in value.__match_args__:
            if name not in changes:
                changes[name] = getattr(value, name)
        return type(value)(**changes)


def _made(bare: type, *, slotted: bool, frozen: bool, equal: bool, hashed: bool) -> type:
    """The class again, with slots and with the methods that it does not write itself."""
    body = {name: value for name, value in vars(bare).items() if name not in ("__dict__", "__weakref__")}
    if "__eq__" in body and body["__hash__"] is None:
        # Python writes that into every class that says itself how it is compared.
        del body["__hash__"]
    names, defaults = _inherited(bare)
    own = [name for name, kind in bare.__annotations__.items() if not _is_of_the_class(kind)]
    defaults.update((name, body.pop(name)) for name in own if name in body)
    beside = tuple([name for name in own if defaults.get(name) is _BESIDE])
    for name in beside:
        del defaults[name]
    new = tuple([name for name in own if name not in names and name not in beside])
    names += new
    assert all(name in defaults for name in names[len(names) - len(defaults) :]), bare
    fill = _filling(len(names), len(beside), frozen=frozen, checked=hasattr(bare, "__post_init__"))
    made: dict[str, Any] = {"__init__": _renamed(fill, names + beside, bare)}
    made["__init__"].__defaults__ = tuple([defaults[name] for name in names if name in defaults])
    if equal:

        def compare(value: object, other: object) -> Any:
            return _own(whole, "__eq__")(value, other)

        def number(value: object) -> Any:
            return _own(whole, "__hash__")(value)

        made |= {"__eq__": compare, "__hash__": number if hashed else None}
    if slotted:
        made["__slots__"] = new + beside
    body |= {"__qualname__": bare.__qualname__, "__match_args__": names}
    whole: Any = type(bare)(bare.__name__, bare.__bases__, made | (_FROZEN if frozen else _PLAIN) | body)
    return whole  # type: ignore[no-any-return]


def _inherited(bare: type) -> tuple[tuple[str, ...], dict[str, object]]:
    """Fields from above, and their defaults."""
    names: tuple[str, ...] = getattr(bare, "__match_args__", ())
    defaults = (bare.__init__.__defaults__ if names else None) or ()  # type: ignore[misc]
    return names, dict(zip(names[len(names) - len(defaults) :], defaults, strict=True))


def _is_of_the_class(kind: object) -> bool:
    written = kind.startswith("ClassVar") if isinstance(kind, str) else False
    return written or ClassVar in (kind, getattr(kind, "__origin__", None))


_BESIDE = object()


@cache
def _filling(count: int, beside: int, *, frozen: bool, checked: bool) -> FunctionType:
    """How any value with so many fields is filled, and with so many places beside them."""
    places = [f"_{place}" for place in range(count + beside)]
    fields = places[:count]
    fill = "set(self, '{}', {})" if frozen else "self.{} = {}"
    filling = [fill.format(place, place if place in fields else None) for place in places]
    filling += ["self.__post_init__()"] if checked else []
    return _written(f"""
def __init__({", ".join(["self", *fields])}):
    {"; ".join(filling) or "pass"}
""")["__init__"]


@cache
def _comparing(count: int) -> Mapping[str, FunctionType]:
    """How any two values with so many fields are compared, and one is hashed."""
    ours, theirs = ("".join([f"{who}._{field}, " for field in range(count)]) for who in ("self", "other"))
    return _written(f"""
def __eq__(self, other):
    if other.__class__ is self.__class__:
        return ({ours}) == ({theirs})
    return NotImplemented
def __hash__(self):
    return hash(({ours}))
""")


def _written(source: str) -> dict[str, FunctionType]:
    methods: dict[str, FunctionType] = {}
    exec(source, _GLOBALS, methods)  # noqa: S102 -- what is written here depends on arguments of ours alone
    return methods


def _own(owner: Any, name: str) -> Any:
    """A method that the class did without until now, and has from now on."""
    fields = owner.__match_args__
    method = _renamed(_comparing(len(fields))[name], fields, owner)
    setattr(owner, name, method)
    return method


_GLOBALS = {"set": object.__setattr__}


def _renamed(method: FunctionType, names: tuple[str, ...], owner: type) -> FunctionType:
    code = method.__code__
    new = {f"_{place}": name for place, name in enumerate(names)}
    code = code.replace(
        co_varnames=tuple([new.get(name, name) for name in code.co_varnames]),
        co_names=tuple([new.get(name, name) for name in code.co_names]),
        co_consts=tuple([new.get(value, value) for value in code.co_consts]),
    )
    renamed = FunctionType(code, _GLOBALS, method.__name__)
    renamed.__qualname__ = f"{owner.__qualname__}.{method.__name__}"
    return renamed


def _repr(value: Any) -> str:
    fields = ", ".join([f"{name}={getattr(value, name)!r}" for name in value.__match_args__])
    return f"{type(value).__qualname__}({fields})"


def _reduce(value: Any) -> tuple[type, tuple[object, ...]]:
    # What is frozen cannot be filled from outside, so whoever copies it makes another.
    return type(value), tuple([getattr(value, name) for name in value.__match_args__])


def _refuse_to_set(value: object, name: str, to: object) -> NoReturn:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(value: object, name: str) -> NoReturn:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot delete field {name!r}")


class _Fields:
    """What `dataclasses` is told of a class, when it is asked about it."""

    def __get__(self, value: object, owner: Any) -> "dict[str, Field[Any]]":
        from dataclasses import fields, make_dataclass

        kinds: dict[str, Any] = {}
        for above in reversed(owner.__mro__):
            kinds |= getattr(above, "__annotations__", {})
        twin = make_dataclass(owner.__name__, [(name, kinds[name]) for name in owner.__match_args__])
        return {field.name: field for field in fields(twin)}


_PLAIN = {"__repr__": _repr, "__dataclass_fields__": _Fields()}
_FROZEN = _PLAIN | {
    "__setattr__": _refuse_to_set,
    "__delattr__": _refuse_to_delete,
    "__reduce__": _reduce,
}

__all__ = ["dataclass", "field", "record", "replace"]
