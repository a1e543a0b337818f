"""The slow box, seen from outside: pytest runs of small test files."""

from __future__ import annotations

import itertools
import shutil

import pytest

from tests import slow_box

FOUR_TESTS = """
    import pytest

    def test_quick():
        pass

    @pytest.mark.slow
    def test_c():
        pass

    @pytest.mark.slow
    def test_a():
        pass

    @pytest.mark.slow
    def test_b():
        pass
"""


@pytest.fixture
def box(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """An empty test folder with the slow box at work, rotated by 0."""
    monkeypatch.setenv("MOTORIUM_ROTATION", "0")
    monkeypatch.delenv("MOTORIUM_SLOW_MINUTES", raising=False)
    # Loading the plugins that happen to be installed would take a second a run.
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    pytester.makeini("[pytest]\nmarkers = slow: takes long\naddopts = -p tests.slow_box\n")
    return pytester


def tick_a_minute_per_test(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = itertools.count(start=0, step=60)
    monkeypatch.setattr(slow_box, "now", lambda: next(clock))


def order_of(result: pytest.RunResult) -> list[str]:
    return [
        line.split("::")[1].split()[0] for line in result.outlines if "::" in line and "%]" in line
    ]


def test_slow_tests_run_in_the_order_of_their_names(box: pytest.Pytester) -> None:
    box.makepyfile(FOUR_TESTS)
    result = box.runpytest_inprocess("-v")
    result.assert_outcomes(passed=4)
    assert order_of(result) == ["test_quick", "test_a", "test_b", "test_c"]


@pytest.mark.parametrize(
    ("rotation", "order"),
    [("1", ["test_b", "test_c", "test_a"]), ("5", ["test_c", "test_a", "test_b"])],
)
def test_rotation_says_where_the_order_starts(
    box: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, rotation: str, order: list[str]
) -> None:
    monkeypatch.setenv("MOTORIUM_ROTATION", rotation)
    box.makepyfile(FOUR_TESTS)
    assert order_of(box.runpytest_inprocess("-v", "-m", "slow")) == order


def test_no_test_starts_when_the_time_is_up(
    box: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MOTORIUM_SLOW_MINUTES", "1.5")
    tick_a_minute_per_test(monkeypatch)
    box.makepyfile(FOUR_TESTS)
    result = box.runpytest_inprocess("-v")
    result.assert_outcomes(passed=3, skipped=1)
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines(
        ["*slow tests that did not run*", "*::test_c", "1 did not run within 1.5 minutes; *"]
    )


def test_fixtures_of_tests_left_over_are_not_made(
    box: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MOTORIUM_SLOW_MINUTES", "0")
    box.makepyfile(
        """
        import pytest

        @pytest.fixture(scope="session", autouse=True)
        def costly():
            raise AssertionError("made although no test needs it")

        @pytest.mark.slow
        def test_a():
            pass
        """
    )
    box.runpytest_inprocess().assert_outcomes(skipped=1)


def test_a_failure_fails_the_run_though_time_is_up(
    box: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MOTORIUM_SLOW_MINUTES", "0.5")
    tick_a_minute_per_test(monkeypatch)
    box.makepyfile(
        """
        import pytest

        @pytest.mark.slow
        def test_a():
            assert False

        @pytest.mark.slow
        def test_b():
            pass
        """
    )
    result = box.runpytest_inprocess()
    result.assert_outcomes(failed=1, skipped=1)
    assert result.ret == pytest.ExitCode.TESTS_FAILED


def test_quick_tests_have_no_time_limit(
    box: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MOTORIUM_SLOW_MINUTES", "0")
    box.makepyfile(FOUR_TESTS)
    result = box.runpytest_inprocess()
    result.assert_outcomes(passed=1, skipped=3)


def test_nothing_is_listed_when_all_ran(box: pytest.Pytester) -> None:
    box.makepyfile(FOUR_TESTS)
    box.runpytest_inprocess().stdout.no_fnmatch_line("*did not run*")


def test_a_length_that_is_no_number_is_refused(
    box: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MOTORIUM_SLOW_MINUTES", "long")
    result = box.runpytest_inprocess()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*MOTORIUM_SLOW_MINUTES must be a number *, not 'long'*"])


def test_having_no_slow_tests_is_no_failure(box: pytest.Pytester) -> None:
    box.makepyfile("def test_quick(): pass")
    assert box.runpytest_inprocess("-m", "slow").ret == pytest.ExitCode.OK
    assert box.runpytest_inprocess("-m", "other").ret == pytest.ExitCode.NO_TESTS_COLLECTED


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_each_commit_starts_elsewhere(pytester: pytest.Pytester) -> None:
    def rotation_after_commit(message: str) -> int:
        identity = ["-c", "user.name=tester", "-c", "user.email=tester@example.org"]
        pytester.run("git", *identity, "commit", "--allow-empty", "--quiet", "-m", message)
        return slow_box.rotation_of(pytester.path)

    outside_git = slow_box.rotation_of(pytester.path)
    pytester.run("git", "init", "--quiet")
    assert len({outside_git, rotation_after_commit("one"), rotation_after_commit("two")}) == 3
