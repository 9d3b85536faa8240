"""Name every misreading of the specification that the vectors do not notice.

python -m scripts.tools.misreadings
"""

import sys

from .judging import killer
from .readings import misreadings


def main() -> int:
    found = {kind: killer(kind) for kind in misreadings()}
    for kind, path in found.items():
        print(f"{kind.__name__}: {path or 'SURVIVES. ' + (kind.__doc__ or '')}")
    survivors = [kind for kind, path in found.items() if not path]
    print(f"{len(found)} misreadings, {len(survivors)} survive")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
