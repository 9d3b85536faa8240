"""Fuzz what reads bytes from outside, and keep a small corpus that reaches all of it (docs/fuzzing.md).

    python -m scripts.tools.fuzz run envelope --seconds 3600 --corpus FOLDER
    python -m scripts.tools.fuzz keep envelope --corpus FOLDER
    python -m scripts.tools.fuzz replay envelope FILE...
    python -m scripts.tools.fuzz frames --count 10000000 --jobs 2
    python -m scripts.tools.fuzz proofs --count 10000

`run` needs atheris (`pip install --group fuzz`), which guides mutations by the coverage of this program's
own lines; it stops at the first input for which something does not hold, and writes it down. The others need
nothing.
"""

import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random

INSTRUMENTED = ("protocol", "p2p_heroes", "scripts")
TARGETS = ("decoder", "envelope", "transcript", "card-state", "script")
CORPUS = Path(__file__).resolve().parents[2] / "tests" / "fuzzing" / "corpus"
OWN_MUTATIONS = 0.6
"""How often a target's own mutation is taken; otherwise libFuzzer changes bytes that mean nothing to it."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Do what was typed."""
    options = _parser().parse_args(arguments)
    options.act(options)


def _parser() -> ArgumentParser:
    parser = ArgumentParser(description="Fuzz what reads bytes from outside.")
    acts = parser.add_subparsers(required=True)
    run = acts.add_parser("run", help="fuzz one target, guided by coverage")
    run.add_argument("target", choices=TARGETS)
    run.add_argument("--corpus", type=Path, required=True, help="the folder where inputs are gathered")
    run.add_argument("--findings", type=Path, help="the folder for what fails (default: beside the corpus)")
    run.add_argument("--seconds", type=int, default=60)
    run.add_argument("--runs", type=int, default=-1)
    run.add_argument("--seed", type=int, default=1)
    run.set_defaults(act=_run)
    keep = acts.add_parser("keep", help="keep of a gathered corpus what reaches more than smaller inputs do")
    keep.add_argument("target", choices=TARGETS)
    keep.add_argument("--corpus", type=Path, required=True)
    keep.add_argument("--longest", type=int, default=2048, help="leave out inputs of more bytes")
    keep.add_argument("--most", type=int, default=64, help="keep so many, unless it takes more to reach all")
    keep.add_argument("--into", type=Path, default=CORPUS, help="the folder of all targets' corpora")
    keep.set_defaults(act=_keep)
    replay = acts.add_parser("replay", help="check inputs that are in files")
    replay.add_argument("target", choices=TARGETS)
    replay.add_argument("files", nargs="+", type=Path)
    replay.set_defaults(act=_replay)
    frames = acts.add_parser("frames", help="change frames of played tables, and count what becomes of them")
    frames.add_argument("--count", type=int, default=100_000)
    frames.add_argument("--jobs", type=int, default=1)
    frames.add_argument("--seed", default="1")
    frames.set_defaults(act=_frames)
    proofs = acts.add_parser("proofs", help="change proofs of cards, and let two implementations judge each")
    proofs.add_argument("--count", type=int, default=10_000)
    proofs.add_argument("--jobs", type=int, default=1)
    proofs.add_argument("--seed", default="1")
    proofs.set_defaults(act=_proofs)
    return parser


def _run(options: Namespace) -> None:
    """Hand over to atheris, which ends the process."""
    import atheris

    # Instrumented is what is imported here for the first time, so nothing of ours may be imported before.
    with atheris.instrument_imports(include=INSTRUMENTED):
        from scripts.tools.fuzzing.corpus import stored, write
        from scripts.tools.fuzzing.targets import TARGETS
    target = TARGETS[options.target]
    findings = options.findings or options.corpus.with_name(options.corpus.name + "-findings")
    findings.mkdir(parents=True, exist_ok=True)
    write(options.corpus, (*target.seeds(), *stored(target.name)))

    def mutate(data: bytes, longest: int, seed: int) -> bytes:
        random = Random(seed)
        if random.random() < OWN_MUTATIONS:
            return target.mutate(data, random)[:longest]
        changed: bytes = atheris.Mutate(data, longest)
        return changed

    arguments = [
        sys.argv[0],
        f"-max_total_time={options.seconds}",
        f"-runs={options.runs}",
        f"-seed={options.seed}",
        f"-max_len={target.longest}",
        f"-artifact_prefix={findings}/",
        "-timeout=60",
        "-rss_limit_mb=2048",
        "-print_final_stats=1",
        str(options.corpus),
    ]
    atheris.Setup(arguments, target.check, custom_mutator=mutate)
    atheris.Fuzz()


def _keep(options: Namespace) -> None:
    from scripts.tools.fuzzing.corpus import chosen, write
    from scripts.tools.fuzzing.targets import TARGETS

    found = [path.read_bytes() for path in options.corpus.iterdir() if path.is_file()]
    small = [data for data in found if len(data) <= options.longest]
    kept = chosen(TARGETS[options.target].check, small, options.most)
    folder = options.into / options.target
    for path in folder.glob("*"):
        path.unlink()
    write(folder, kept)
    print(f"{len(kept)} of {len(found)} inputs, {sum(map(len, kept))} bytes")


def _replay(options: Namespace) -> None:
    from scripts.tools.fuzzing.targets import TARGETS

    for path in options.files:
        TARGETS[options.target].check(path.read_bytes())
    print(f"{len(options.files)} inputs hold")


def _frames(options: Namespace) -> None:
    from scripts.tools.fuzzing.frames import send

    _tell(send(options.seed, options.count, options.jobs), options.count)


def _proofs(options: Namespace) -> None:
    from scripts.tools.fuzzing.proofs import compare

    _tell(compare(options.seed, options.count, options.jobs), options.count)


def _tell(batches: Iterable[Counter[str]], count: int) -> None:
    total: Counter[str] = Counter()
    for counts in batches:
        total += counts
        print(f"\r{total.total():,} of {count:,}", end="", file=sys.stderr)
    print(file=sys.stderr)
    for verdict, times in total.most_common():
        print(f"{times:>12,}  {verdict}")
    print(f"{total.total():>12,}  in all, none of them taken for what it was not")


if __name__ == "__main__":
    main()
