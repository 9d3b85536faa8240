"""Cores that are kept awake while something is waited for.

A core with nothing to do sleeps, and on a virtual machine waking it up can take longer than what is
measured. So every core gets a program that spins with the lowest rights there are: whoever else wants the
core has it at once. It ends with the measurement, with this process, or after a minute.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from subprocess import Popen

SPIN = """
import os, time
os.setsid()
try:
    with open("/proc/self/autogroup", "w") as group:
        group.write("19")
except OSError:
    pass
os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
parent, end = os.getppid(), time.monotonic() + 60
while os.getppid() == parent and time.monotonic() < end:
    for _ in range(10000):
        pass
"""


@contextmanager
def awake() -> Iterator[None]:
    """Only where the system knows such rights; elsewhere the cores may sleep."""
    cores = os.cpu_count() or 1 if hasattr(os, "SCHED_IDLE") else 0
    spinning = [Popen([sys.executable, "-I", "-S", "-c", SPIN]) for _ in range(cores)]  # noqa: S603 -- our own text
    try:
        yield
    finally:
        for spinner in spinning:
            # With rights as low as that it would take its time to die, where others are busy.
            os.sched_setscheduler(spinner.pid, os.SCHED_OTHER, os.sched_param(0))
            spinner.kill()
            spinner.wait()
