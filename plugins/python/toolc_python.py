#!/usr/bin/env python3
"""A plug-in of toolc: types of tools for Python, with a typed client of a worker that `toolc serve` serves, or for programs that a
model writes.

It reads the descriptor (docs/descriptor.md) and answers with files (docs/plugins.md). Needs Python 3.9 and nothing else.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

sys.dont_write_bytecode = True  # a plug-in leaves nothing beside itself

from program import make_program
from schema_types import Namer, Shared, Types, comment, identifier, pascal, write_imports

HEAD = "# Made by toolc-python of tool specs. Do not edit.\n"
METHOD = '    async def {method}(self, arguments: {given}{default}) -> {result}:\n        {about!r}\n        ...\n'


def read_options(text: str) -> dict[str, str]:
    options: dict[str, str] = {}
    for part in filter(None, text.split(",")):
        key, _, value = part.partition("=")
        if key not in ("worker", "for") or not value:
            sys.exit(f"unknown option `{part}`: write `worker=NAME` or `for=program`")
        options[key] = value
    if options.get("for", "client") not in ("client", "program"):
        sys.exit(f"`for={options['for']}` is neither `for=client` nor `for=program`")
    if options.get("for") == "program" and "worker" not in options:
        sys.exit("a program has the tools of a worker: write `worker=NAME`")
    return options


def choose_tools(descriptor: dict[str, Any], name: str | None) -> list[dict[str, Any]]:
    """The tools that a worker may call, or all."""
    if name is None:
        return descriptor["tools"]
    workers = {worker["name"]: worker for worker in descriptor["workers"]}
    if name not in workers:
        sys.exit(f"there is no worker `{name}`: {', '.join(workers) or 'the specs have none'}")
    return [tool for tool in descriptor["tools"] if tool["key"] in workers[name]["grants"]]


def make_files(tools: list[dict[str, Any]]) -> dict[str, str]:
    types, methods = Namer(), Namer(("call", "session", "self"))
    shared = Shared()
    blocks: list[str] = []
    stubs: list[str] = []
    table: list[str] = []
    for tool in tools:
        base = pascal(tool["wire_name"])
        # what is not shown to clients is not checked either: it is what others say of themselves
        is_checked = tool["output"] is not None and tool["shows_output"]
        given = Types(tool["input"], types, f"{base}Arguments", shared)
        arguments = given.declare(comment([f"Arguments of `{tool['key']}`.", tool["description"]]), ("object",))
        blocks += given.blocks
        result = "object"
        if tool["output"] is not None:
            told = Types(tool["output"], types, f"{base}Result", shared)
            doubt = None if is_checked else "Nobody checks results against it: the client returns `object`."
            result = told.declare(comment([f"Result of `{tool['key']}`.", doubt]))
            blocks += told.blocks
        method = methods.choose(identifier(tool["wire_name"]))
        needs = isinstance(tool["input"], dict) and tool["input"].get("required")
        about = "\n\n".join(filter(None, [tool["title"], tool["description"], f"Effect: {tool['effect']['class']}."]))
        stubs.append(
            METHOD.format(
                method=method,
                given=f"declarations.{arguments}",
                default="" if needs else " = ...",
                result=f"declarations.{result}" if is_checked else "object",
                about=about,
            )
        )
        table.append(f"    {method!r}: {tool['wire_name']!r},\n")
    template = (Path(__file__).parent / "client.py.txt").read_text(encoding="utf-8")
    runtime, stub = template.split("# ---- the stub ----\n")
    text = "\n".join(blocks)
    imports = write_imports(text)
    if not tools:
        stub = stub.replace("from . import declarations\n\n", "")
    return {
        "__init__.py": HEAD,
        "declarations.pyi": HEAD + imports + text,
        "declarations.py": HEAD + STAND_IN,
        "client.py": HEAD + runtime.replace("TABLE\n", "".join(table)),
        "client.pyi": HEAD + stub.replace("    METHODS\n", "\n".join(stubs)),
    }


# At run time, a TypedDict is a dict, and other types are only names.
STAND_IN = '''"""Types are in the stub beside this file."""


def __getattr__(name: str) -> type[dict[str, object]]:
    if name.startswith("__"):
        raise AttributeError(name)
    return dict
'''


def main() -> None:
    if hasattr(sys, "set_int_max_str_digits"):
        sys.set_int_max_str_digits(0)
    descriptor = json.load(sys.stdin)
    if descriptor["version"] != 1:
        sys.exit(f"this plug-in reads version 1 of the descriptor, found {descriptor['version']}")
    options = read_options(sys.argv[1] if len(sys.argv) > 1 else "")
    tools = choose_tools(descriptor, options.get("worker"))
    if options.get("for") == "program":
        worker = next(worker for worker in descriptor["workers"] if worker["name"] == options["worker"])
        files = {"program.pyi": HEAD + make_program(tools, worker)}
    else:
        files = make_files(tools)
    json.dump({"version": 1, "files": [{"path": path, "text": text} for path, text in files.items()]}, sys.stdout)


if __name__ == "__main__":
    main()
