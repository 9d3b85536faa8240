"""What measures share, and that nothing of it is left."""

from p2p_heroes.bench.workbench import Workbench


def test_folders_are_new_and_go_with_the_bench() -> None:
    with Workbench() as bench:
        one, other = bench.new_folder(), bench.new_folder()
        (one / "file").write_text("text")
        assert one != other
        assert list(other.iterdir()) == []
    assert not one.exists()


def test_no_process_is_started_unless_one_is_asked_for() -> None:
    with Workbench() as bench:
        pass
    assert "workers" not in vars(bench)
