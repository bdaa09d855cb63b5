"""Asks `schemafit` and `mcp-strict-check`, two independent checkers, what they say of strict lists:
`strict.py TOOLC SHOWN FOLDER…`, where SHOWN has what strict targets are shown of single tools, one JSON object a line
(`tests/corpus/strict.rs` writes it), and each folder holds sources that are exported one by one."""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from mcp_strict_check import judge_server_anthropic
from mcp_strict_check.rules import check_A, check_B, check_C
from schemafit.linter import lint

# What one of them refuses and the provider's documentation takes, with the reason.
DIFFERENCES = {
    ("schemafit", "anthropic-no-format"): "the documentation lists ten formats that are taken",
    ("schemafit", "anthropic-no-minItems"): "the documentation takes `minItems` of 0 and 1",
    ("mcp-strict-check", "B6-too-many-properties"): "100 is Azure's limit; OpenAI documents 5,000",
    ("mcp-strict-check", "B6-too-deep"): "5 is Azure's limit; OpenAI documents 10",
}
FEWEST = 900
FEWEST_SHOWN = 30

toolc, shown, *folders = sys.argv[1:]
sources = [os.path.join(folder, name) for folder in folders for name in sorted(os.listdir(folder))]


def export(pair):
    target, source = pair
    ran = subprocess.run([toolc, "export", "--target", target, source], capture_output=True, text=True)
    if ran.returncode != 0:
        # a root that accepts no object is refused for every target
        return source, None if "T0411" in ran.stderr else ran.stderr
    return source, json.loads(ran.stdout)


def exports(target):
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(export, [(target, source) for source in sources]))


faults, differences, judged = [], {}, 0


def note(judge, rule, where):
    if (judge, rule) in DIFFERENCES:
        differences[judge, rule] = differences.get((judge, rule), 0) + 1
    else:
        faults.append(f"{where}: {judge}: {rule}")


def as_mcp(name, schema):
    return {"name": name, "inputSchema": schema}


def judge_openai(name, schema, where):
    for found in lint(schema, "openai"):
        note("schemafit", found.rule_id, f"{where} {found.json_pointer}")
    hard, _ = check_B(as_mcp(name, schema))
    for code, _, value in hard + check_A(as_mcp(name, schema)):
        note("mcp-strict-check", code, f"{where} {value}")


def judge_anthropic(name, schema, where):
    for found in lint(schema, "anthropic"):
        note("schemafit", found.rule_id, f"{where} {found.json_pointer}")
    root, hard, _, _ = check_C(as_mcp(name, schema))
    for code, _, value in root + hard:
        note("mcp-strict-check", code, f"{where} {value}")


JUDGES = {"OpenAiChat": judge_openai, "Anthropic": judge_anthropic}

for file in sorted(os.listdir(shown)):
    counts = dict.fromkeys(JUDGES, 0)
    with open(os.path.join(shown, file), encoding="utf-8") as lines:
        for line in map(json.loads, lines):
            if line["dialect"] in JUDGES:
                counts[line["dialect"]] += 1
                JUDGES[line["dialect"]]("tool", line["schema"], f"{line['tool']} for {line['dialect']}")
    for dialect, count in counts.items():
        print(f"{file}: {count} schemas for {dialect}")
        if count < FEWEST_SHOWN:
            faults.append(f"only {count} schemas of {file} for {dialect}")

for source, tools in exports("openai-strict"):
    if not isinstance(tools, list):
        faults.extend([f"{source}: {tools}"] if tools else [])
        continue
    for tool in (tool["function"] for tool in tools):
        if not tool["strict"]:
            continue
        judged += 1
        where = f"{os.path.basename(source)} {tool['name']} for openai-strict"
        judge_openai(tool["name"], tool["parameters"], where)

for source, tools in exports("anthropic-strict"):
    if not isinstance(tools, list):
        faults.extend([f"{source}: {tools}"] if tools else [])
        continue
    strict = [as_mcp(tool["name"], tool["input_schema"]) for tool in tools if tool["strict"]]
    judged += len(strict)
    for tool in strict:
        where = f"{os.path.basename(source)} {tool['name']} for anthropic-strict"
        judge_anthropic(tool["name"], tool["inputSchema"], where)
    judged_list = judge_server_anthropic({"server_name": source, "pkg": "", "tools": strict})
    for found in judged_list["C_limit_hits"]:
        note("mcp-strict-check", found["code"], f"{source} {found['value']}")

planted = {"type": "object", "properties": {"a": {"type": "string", "default": "", "minLength": 1}}}
assert lint(planted, "openai") and lint(planted, "anthropic"), "schemafit accepts what is planted"
assert check_C(as_mcp("t", planted))[1] and check_B(as_mcp("t", {"anyOf": [], "type": "object"}))[0], (
    "mcp-strict-check accepts what is planted"
)
if judged < FEWEST:
    faults.append(f"only {judged} strict tools")
for (judge, rule), count in sorted(differences.items()):
    print(f"{judge}: {rule} {count} times, no fault: {DIFFERENCES[judge, rule]}")
print(f"{judged} strict tools of {len(sources)} sources; {len(faults)} faults")
if faults:
    sys.exit("\n".join(faults[:40]))
