"""Writes a project with tools that are made up: `make.py FOLDER COUNT [bounds]`.

Each has four arguments and five parts of its output, named and described with the same two hundred names. With `bounds`, most
numbers and half of the texts have limits of their own, so that nearly every shape is another one.
"""

import json
import pathlib
import random
import sys

folder, count, bounds = pathlib.Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3:] == ["bounds"]
random.seed(5)
things = "order item user city price stock ship mail note team plan file page job unit road sale tax bank card".split()
names = [f"{thing}_{what}" for thing in things for what in "id name count date state code total kind level url".split()]


def words(name):
    return name.replace("_", " ")


def schema():
    kind = random.random()
    rule = {"description": f"The {words(random.choice(names))} of the {words(random.choice(names))}."}
    if kind < 0.5:
        rule["type"] = "string"
        if bounds and random.random() < 0.5:
            rule["maxLength"] = random.randint(5, 400)
    elif kind < 0.85:
        rule["type"] = "integer"
        if bounds:
            rule["minimum"], rule["maximum"] = random.randint(0, 50), random.randint(60, 4000)
    else:
        rule["type"] = "boolean"
    return rule


def tool(number):
    used = random.sample(names, 9)
    return {
        "name": f"tool_{number}_{used[0]}",
        "description": f"Finds the {words(used[1])}.",
        "effect": "read",
        "parameters": {"type": "object", "properties": {name: schema() for name in used[:4]}},
        "output_parameters": {"type": "object", "properties": {name: schema() for name in used[4:]}},
    }


folder.mkdir(parents=True, exist_ok=True)
(folder / "tools.yaml").write_text(json.dumps({"n": [tool(number) for number in range(count)]}))
(folder / "toolc.yaml").write_text(
    "tools:\n  registry: [{ type: file, path: tools.yaml }]\n  enrichments: [{ type: dataflow }]\n"
)
