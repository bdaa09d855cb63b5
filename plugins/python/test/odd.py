"""Calls that hold are accepted, and slips are found."""

from odd.client import Worker
from odd.declarations import OddAwaitArguments, OddClassArguments, OddConstructorArguments, OddDeleteItArguments

good: OddClassArguments = {
    "class": "a",
    "with space": 1,
    'quote"d': True,
    "line\nbreak": 1.5,
    "ünïcode-日本": "x",
    "str": "s",
    "int": None,
    "1st": 'b"c',
}
tree: OddDeleteItArguments = {
    "tree": {"name": "a", "children": [{"name": "b", "parent": None}], "parent": {"name": "c"}},
    "value": [1, {"a": [None]}],
}
circle: OddAwaitArguments = {"shape": {"kind": "circle", "radius": 1}, "mixed": 2.5, "fixed": 7, "both": {"a": "a", "b": 1}}
square: OddAwaitArguments = {"shape": {"kind": "square", "side": 1}, "mixed": None}
arrays: OddConstructorArguments = {
    "pair": ["a", 1],
    "rest": ["a", True, False],
    "counts": {"a": 1},
    "labels": {"x-a": "b"},
    "named": {"id": 1, "more": "text"},
    "anything": [],
    "nothing": {},
}

missing: OddClassArguments = {"class": "a"}  # pyright: ignore[reportAssignmentType]
misspelt: OddClassArguments = {"class": "a", "with space": 1, "klass": "b"}  # pyright: ignore[reportAssignmentType]
other: OddAwaitArguments = {"shape": {"kind": "circle", "side": 1}}  # pyright: ignore[reportAssignmentType]
part: OddAwaitArguments = {"shape": {"kind": "square", "side": 1}, "both": {"a": "a"}}  # pyright: ignore[reportAssignmentType]
deep: OddDeleteItArguments = {"tree": {"name": "a", "children": [{"name": 1}]}}  # pyright: ignore[reportAssignmentType]
closed: OddConstructorArguments = {"nothing": {"a": 1}}  # pyright: ignore[reportAssignmentType]


async def call(worker: Worker) -> tuple[bool, list[str]]:
    found = await worker.odd__none()
    await worker.odd__class(good)
    await worker.odd__class()  # pyright: ignore[reportCallIssue]
    await worker.odd__constructor({"pair": ["a", 1]})
    return found["ok"], found.get("items", [])
