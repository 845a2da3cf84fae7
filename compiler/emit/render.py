"""Fills the template: the only place that knows the template language."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from jinja2 import Environment, StrictUndefined

if TYPE_CHECKING:
    from jinja2 import Template

    from .model import ModuleView


@cache
def _template() -> Template:
    # Not a web page: the output is Python, and whatever comes from authors is already a literal.
    environment = Environment(
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )
    text = files("kawuxing.compiler.emit").joinpath("templates", "module.py.j2").read_text("utf-8")
    return environment.from_string(text)


def render(view: ModuleView) -> str:
    """The text of the module."""
    return _template().render(m=view)
