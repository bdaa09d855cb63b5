"""Prints what `toolc check` and two other checkers take for the same tools: `measure.py TOOLC FOLDER`, with a folder of
lists of tools. In turns, the least of five; toolc is a process each time, the others are called in this one, without the
time that it takes to load them."""

import json
import os
import resource
import subprocess
import sys
import tempfile

from covenant.contract import contract_from_tool, read_baseline, write_baseline
from covenant.diff import diff_tools
from schemafit.linter import lint

ROUNDS = 5

toolc, corpus = sys.argv[1:]


def read_lists():
    for name in sorted(os.listdir(corpus)):
        with open(os.path.join(corpus, name)) as file:
            yield json.load(file)["result"]["tools"]


def write(path, value):
    with open(path, "w") as file:
        json.dump(value, file)


def check(folder):
    ran = subprocess.run([toolc, "check", "--format", "json", "."], cwd=folder, capture_output=True, text=True)
    return len(json.loads(ran.stdout)["diagnostics"])


def compare_with_baselines(folder, lists):
    found = 0
    for at, tools in enumerate(lists):
        contracts = [contract_from_tool(tool) for tool in tools]
        now = [
            {
                "name": contract.name,
                "description": contract.description,
                "inputSchema": contract.input_schema,
                "outputSchema": contract.output_schema,
            }
            for contract in contracts
        ]
        found += len(diff_tools(read_baseline(os.path.join(folder, f"{at}.json"))[1], now))
    return found


def lint_schemas(lists):
    providers = ["openai", "anthropic"]
    return sum(len(lint(tool["inputSchema"], provider)) for tools in lists for tool in tools for provider in providers)


def cpu_seconds():
    own, children = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


with tempfile.TemporaryDirectory() as folder:
    lists = list(read_lists())
    contestants = {}
    for name, targets in [("plain", ["openai", "anthropic"]), ("strict", ["openai-strict", "anthropic-strict"])]:
        specs = os.path.join(folder, name)
        os.mkdir(specs)
        write(os.path.join(specs, "toolc.yaml"), {"targets": targets})
        for at, tools in enumerate(lists):
            write(os.path.join(specs, f"server_{at}.mcp.json"), {"tools": tools})
        subprocess.run([toolc, "lock", "."], cwd=specs, check=True, capture_output=True)
        what = f"toolc check: drift, lints, {' and '.join(targets)}"
        contestants[what] = lambda specs=specs: check(specs)
    for at, tools in enumerate(lists):
        write_baseline(os.path.join(folder, f"{at}.json"), [contract_from_tool(tool) for tool in tools], "server")
    contestants["covenant-mcp 0.2.0: digests compared with a baseline"] = lambda: compare_with_baselines(folder, lists)
    contestants["schemafit 0.5.1: openai and anthropic, schema by schema"] = lambda: lint_schemas(lists)
    least, findings = {}, {}
    for _ in range(ROUNDS):
        for name, run in contestants.items():
            before = cpu_seconds()
            findings[name] = run()
            least[name] = min(least.get(name, float("inf")), cpu_seconds() - before)

print(f"{sum(map(len, lists))} tools of {len(lists)} servers\n")
print("| what | CPU seconds | findings |\n|---|---|---|")
for name, seconds in least.items():
    print(f"| {name} | {seconds:.2f} | {findings[name]} |")
