"""The action, the GitLab job and the hooks, run as their runners would run them.

Their steps are taken out of the YAML that is published.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from .repository import Ran, Repository, town

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = Path(__file__).parents[2]
FIVE = "fans: {kawuxing: {times: 4, assumed: so}}\n"
CAP = "options: {cap: {default: 16, assumed: so}}\n"


def load(path: str) -> Any:  # noqa: ANN401 - it is YAML
    return yaml.safe_load((ROOT / path).read_text("utf-8"))


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """Two commits: the second changes one of two rulesets."""
    made = Repository(tmp_path)
    made.write("rulesets/north.yaml", town("north"))
    made.write("rulesets/south.yaml", town("south"))
    made.commit("first")
    made.write("rulesets/south.yaml", town("south", rules=FIVE))
    made.commit("second")
    return made


def base(repository: Repository) -> str:
    return repository.git("rev-parse", "HEAD~1").strip()


# --- the action

ACTION = load("action.yml")


class Job:
    """A job of GitHub's that uses the action."""

    def __init__(self, repository: Repository, event: Mapping[str, str], **inputs: str) -> None:
        self.repository = repository
        known = {name: one["default"] for name, one in ACTION["inputs"].items()}
        assert set(inputs) <= {name.replace("-", "_") for name in known}
        given = {name.replace("_", "-"): value for name, value in inputs.items()}
        self.values = {
            **{f"inputs.{name}": value for name, value in {**known, **given}.items()},
            **{f"github.event.{name}": value for name, value in event.items()},
        }
        folder = repository.folder.parent
        self.output, self.summary = folder / "output", folder / "summary"
        for file in (self.output, self.summary):
            file.write_text("", encoding="utf-8")
        self.runner = {
            "GITHUB_OUTPUT": str(self.output),
            "GITHUB_STEP_SUMMARY": str(self.summary),
            "GITHUB_ACTION_PATH": str(ROOT),
            "RUNNER_TEMP": str(folder),
            "CI": "true",
        }

    def evaluated(self, text: str) -> str:
        """What the runner puts in the place of an expression: the first value that is not empty."""

        def value(found: re.Match[str]) -> str:
            names = [name.strip() for name in found[1].split("||")]
            return next((self.values[name] for name in names if self.values.get(name)), "")

        return re.sub(r"\$\{\{(.*?)\}\}", value, text)

    def run(self) -> list[Ran]:
        """Run the steps up to one that fails."""
        done = []
        for step in ACTION["runs"]["steps"]:
            if "run" not in step:
                continue
            assert step["shell"] == "bash"
            assert "${{" not in step["run"], "inputs must not become commands"
            own = {name: self.evaluated(text) for name, text in step.get("env", {}).items()}
            command = ("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"])
            done.append(self.repository.run(*command, more={**self.runner, **own}))
            if done[-1].status:
                break
        return done

    @property
    def outputs(self) -> dict[str, str]:
        """What the steps hand on."""
        lines = self.output.read_text("utf-8").splitlines()
        return dict(line.split("=", 1) for line in lines)


def test_the_action_is_what_github_wants() -> None:
    assert set(ACTION) == {"name", "description", "branding", "inputs", "outputs", "runs"}
    assert ACTION["runs"]["using"] == "composite"
    for one in ACTION["inputs"].values():
        assert set(one) == {"description", "default"}
        assert isinstance(one["default"], str)
    for step in ACTION["runs"]["steps"]:
        assert set(step) <= {"name", "id", "if", "uses", "with", "shell", "env", "run"}
        assert ("uses" in step) != ("run" in step)
    steps = {step.get("id") for step in ACTION["runs"]["steps"]}
    for one in ACTION["outputs"].values():
        (name,) = re.findall(r"steps\.(\w+)\.outputs\.\w+", one["value"])
        assert name in steps


def test_the_action_fails_and_tells_what_changed(repository: Repository) -> None:
    job = Job(repository, {"pull_request.base.sha": base(repository)})
    install, compare = job.run()
    assert install.status == 0
    asked = repository.asked_of_python.read_text("utf-8")
    assert asked == f"-m pip install --quiet --disable-pip-version-check {ROOT}\n"
    assert compare.status == 1
    assert compare.err == ""
    place = "file=rulesets/south.yaml,line=5,title=scoring%3A fans.kawuxing"
    assert compare.out.startswith(f"::error {place}::")
    assert job.outputs["status"] == "1"
    report = Path(job.outputs["markdown"]).read_text("utf-8")
    assert job.summary.read_text("utf-8") == report
    assert "rulesets/south.yaml" in report.replace("\\", "")
    assert "north" not in report
    assert '"fans.kawuxing"' in Path(job.outputs["json"]).read_text("utf-8")


def test_the_action_takes_its_inputs(repository: Repository) -> None:
    repository.write("rulesets/north.yaml", town("north", rules=CAP))
    job = Job(
        repository, {}, base=base(repository), paths="rulesets/north.yaml\n\n", fail_on="none",
        lang="zh",
    )  # fmt: skip
    compare = job.run()[-1]
    assert (compare.status, compare.err) == (0, "")
    assert compare.out.startswith(
        "::error file=rulesets/north.yaml,line=5,title=算番：cap.common::"
    )
    assert "south" not in compare.out
    assert job.outputs["status"] == "0"


def test_the_action_knows_severities_and_approvals(repository: Repository) -> None:
    event = {"before": base(repository)}
    noted = Job(repository, event, severity="scoring=note\npayment=note\n").run()[-1]
    assert noted.status == 0
    assert noted.out.startswith("::notice ")
    shown = Job(repository, event).run()[-1].out
    (fingerprint,) = re.findall("fingerprint: ([0-9a-f]{12})", shown)
    repository.write("ok.yaml", f"approved:\n  - {{fingerprint: {fingerprint}, reason: so}}\n")
    approved = Job(repository, event, approvals="ok.yaml").run()[-1]
    assert (approved.status, approved.out) == (0, "")


def test_the_action_does_not_take_inputs_for_commands(repository: Repository) -> None:
    event = {"pull_request.base.sha": base(repository)}
    nasty = '"; touch hacked; $(touch hacked) `touch hacked` --root=/'
    for name in ("paths", "approvals", "severity", "fail_on", "lang", "base"):
        Job(repository, event, **{name: nasty}).run()
    assert not (repository.folder / "hacked").exists()
    paths = Job(repository, event, paths="--root\n/\n--fail-on=none").run()[-1]
    # They are taken for files, of which there are none such.
    assert paths.status == 2
    assert paths.err.startswith("error[KWX0101]: there is no file --root\n")


@pytest.mark.parametrize("event", [{}, {"before": "0" * 40}])
def test_the_action_has_nothing_to_compare_a_first_push_with(
    repository: Repository, event: dict[str, str]
) -> None:
    job = Job(repository, event)
    compare = job.run()[-1]
    assert compare.status == 0
    assert compare.out == "::notice title=kawuxing::There is nothing to compare with.\n"
    assert job.outputs == {"status": "0"}


def test_the_action_fetches_a_base_that_a_shallow_clone_lacks(
    repository: Repository, tmp_path: Path
) -> None:
    wanted = base(repository)
    clone = tmp_path / "clone"
    repository.git("config", "uploadpack.allowReachableSHA1InWant", "true")
    repository.git("clone", "--quiet", "--depth=1", f"file://{repository.folder}", str(clone))
    repository.folder = clone
    assert repository.run("git", "cat-file", "-e", wanted).status != 0
    compare = Job(repository, {"pull_request.base.sha": wanted}).run()[-1]
    assert compare.status == 1
    assert "fans.kawuxing" in compare.out


# --- GitLab

GITLAB = load(".ci/templates/kawuxing.gitlab-ci.yml")


def gitlab(repository: Repository, **variables: str) -> Ran:
    """Run the job's script as its shell executor does."""
    job = GITLAB["kawuxing"]
    script = "\n".join([*job["before_script"], *job["script"]])
    given = {**job["variables"], **variables, "CI": "true"}
    given["CI_MERGE_REQUEST_DIFF_BASE_SHA"] = base(repository)
    return repository.run("sh", "-e", "-c", script, more=given)


def test_the_gitlab_job(repository: Repository) -> None:
    ran = gitlab(repository)
    assert (ran.status, ran.err) == (1, "")
    assert "rulesets/south.yaml: 1 difference for the players" in ran.out
    for path in GITLAB["kawuxing"]["artifacts"]["paths"]:
        assert "fans.kawuxing" in (repository.folder / path).read_text("utf-8")
    assert repository.asked_of_python.read_text("utf-8").endswith(" kawuxing\n")


def test_the_gitlab_job_takes_its_variables(repository: Repository) -> None:
    assert gitlab(repository, KAWUXING_FAIL_ON="none", KAWUXING_LANG="zh").status == 0
    assert gitlab(repository, KAWUXING_PATHS="rulesets/north.yaml").status == 0
    repository.write("ok.yaml", "approved: []\n")
    assert gitlab(repository, KAWUXING_APPROVALS="ok.yaml").status == 1
    assert gitlab(repository, KAWUXING_APPROVALS="no.yaml").status == 2


def test_the_gitlab_job_is_what_gitlab_wants() -> None:
    (job,) = GITLAB.values()
    keys = {"image", "stage", "variables", "rules", "before_script", "script", "artifacts"}
    assert set(job) == keys
    assert all(isinstance(value, str) for value in job["variables"].values())


# --- hooks of pre-commit

HOOKS = {hook["id"]: hook for hook in load(".pre-commit-hooks.yaml")}


def hook(repository: Repository, name: str, *args: str) -> Ran:
    """Run a hook on the committed files it is for."""
    one = HOOKS[name]
    files = repository.git("ls-files").splitlines()
    wanted = [file for file in files if re.search(one["files"], file)]
    assert wanted
    return repository.run(*shlex.split(one["entry"]), *(args or one.get("args", [])), *wanted)


def test_hooks_are_what_pre_commit_wants() -> None:
    keys = {"id", "name", "description", "entry", "language", "files", "args"}
    for one in HOOKS.values():
        assert keys - {"args"} <= set(one) <= keys
        assert one["language"] == "python"
    assert set(HOOKS) == {"kawuxing-check", "kawuxing-fmt", "kawuxing-build-check"}


def test_the_hooks_are_for_rulesets_only(repository: Repository) -> None:
    repository.write("rulesets/clauses/S9.yaml", "a: b\n")
    repository.write("notes.yaml", "a: b\n")
    repository.commit("notes")
    assert hook(repository, "kawuxing-check").status == 0


def test_the_hook_that_checks(repository: Repository) -> None:
    assert hook(repository, "kawuxing-check").status == 0
    repository.write("rulesets/north.yaml", town("north", rules="fans: {kawuxing: {times: x}}\n"))
    ran = hook(repository, "kawuxing-check")
    assert ran.status == 1
    assert " --> rulesets/north.yaml:5:" in ran.err


def test_the_hook_that_formats(repository: Repository) -> None:
    repository.write(
        "rulesets/north.yaml", "variant:    north\n" + town("north").replace("variant: north\n", "")
    )
    ran = hook(repository, "kawuxing-fmt")
    assert ran.status in (0, 1)  # pre-commit looks at the files
    text = (repository.folder / "rulesets/north.yaml").read_text("utf-8")
    assert text.startswith("kawuxing: 1\nvariant: north\n")
    assert hook(repository, "kawuxing-fmt").status == 0
    assert (repository.folder / "rulesets/north.yaml").read_text("utf-8") == text


def test_the_hook_that_sees_whether_modules_are_stale(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Modules are tried before they are written, and that takes seconds.
    monkeypatch.setattr("kawuxing.compiler.proofs.translation.disagreement", lambda *_: None)
    assert hook(repository, "kawuxing-build-check").status == 1
    north, south = (f"rulesets/{name}.yaml" for name in ("north", "south"))
    assert repository.kawuxing("build", north, south, "-d", "modules").status == 0
    assert hook(repository, "kawuxing-build-check").status == 0
    repository.write(south, town("south", rules=CAP))
    ran = hook(repository, "kawuxing-build-check")
    assert ran.status == 1
    assert "modules/south.py" in ran.out
    assert hook(repository, "kawuxing-build-check", "-d", "elsewhere").status == 1
