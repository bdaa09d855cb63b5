"""What a program that a model writes may use: a function for each tool, named as the tool is called."""

from __future__ import annotations

from typing import Any

from schema_types import Namer, Shared, Types, comment, identifier, pascal, write_imports

FUNCTION = "async def {name}(arguments: {given}{default}) -> {result}:\n    {about!r}\n    ...\n"

OF_BROKER = '''async def now() -> int:
    "The time, in milliseconds since 1970. It is the same whenever the program runs again."
    ...

async def random() -> float:
    "A number from 0 up to 1. It is the same whenever the program runs again."
    ...
'''


def find_shown(worker: dict[str, Any], tool: dict[str, Any]) -> Any:
    """The schema of what the worker shows programs of a tool's results; None if the broker holds them to none."""
    if tool["output"] is None or not tool["shows_output"]:
        return None
    results = worker["grants"][tool["key"]]["results"]
    return tool["output"] if results is None or results["schema"] is None else results["schema"]


def make_program(tools: list[dict[str, Any]], worker: dict[str, Any]) -> str:
    """The declarations of the tools of a worker. What the broker does not hold to a schema is `object`."""
    types, names, shared = Namer(), Namer(("now", "random")), Shared()
    blocks: list[str] = []
    functions: list[str] = []
    for tool in tools:
        base = pascal(tool["wire_name"])
        given = Types(tool["input"], types, f"{base}Arguments", shared)
        arguments = given.declare(comment([f"Arguments of `{tool['key']}`."]), ("object",))
        blocks += given.blocks
        result = "object"
        if (shown := find_shown(worker, tool)) is not None:
            told = Types(shown, types, f"{base}Result", shared)
            result = told.declare(comment([f"Result of `{tool['key']}`."]))
            blocks += told.blocks
        needs = isinstance(tool["input"], dict) and tool["input"].get("required")
        about = "\n\n".join(filter(None, [tool["title"], tool["description"], f"Effect: {tool['effect']['class']}."]))
        name = names.choose(identifier(tool["wire_name"]))
        default = "" if needs else " = ..."
        functions.append(FUNCTION.format(name=name, given=arguments, default=default, result=result, about=about))
    text = "\n".join(blocks)
    return write_imports(text) + "\n".join([text, *functions, OF_BROKER])
