"""Lets a scripted model call each tool through Claude Code and Codex, with what toolc wrote, and with rules of others:
`programs.py TOOLC HOME`, where HOME has the programs in `node_modules/.bin`."""

import json
import os
import subprocess
import sys
from pathlib import Path

from expected import EXPECTED
from model import Model

OWN = Path(__file__).parent
TOOLC, HOME = sys.argv[1], Path(sys.argv[2]).resolve()
BIN, WORK = HOME / "node_modules/.bin", HOME / "work"
SERVER = {"command": sys.executable, "args": [str(OWN / "server.py")]}

# Rules by which Claude Code lets `m__runs` run, and rules that match nothing.
MATCHING = ["mcp__desk__m__runs", "mcp__desk", "mcp__desk__*", "mcp__desk__m__ru*"]
IDLE = ["mcp__*", "*", "mcp__desk*", "mcp__desk__m__runs(n:1)", "mcp__desk_m__runs"]


def export(host):
    arguments = [TOOLC, "export", "--host", host, "--worker", "desk", str(OWN / "specs")]
    return subprocess.run(arguments, check=True, capture_output=True, text=True).stdout


def run(arguments, variables):
    kept = {key: os.environ[key] for key in ("PATH", "LANG") if key in os.environ}
    environment = kept | {"HOME": str(WORK)} | variables
    done = subprocess.run(arguments, cwd=WORK, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)
    return done.stdout + done.stderr


def judge(model, tool, answers, refusals):
    """What became of the call, by what the model was told."""
    answers = json.dumps(answers)
    if f"ran {tool}" in answers:
        return "runs"
    said = next((verdict for words, verdict in refusals.items() if words in answers), None)
    assert said, (tool, answers, len(model.requests))
    return said


def call_claude(model, tool, settings, more=()):
    model.script(f"mcp__desk__{tool}")
    path = WORK / "settings.json"
    path.write_text(settings)
    (WORK / "mcp.json").write_text(json.dumps({"mcpServers": {"desk": SERVER}}))
    arguments = [BIN / "claude", "-p", "go", "--output-format", "json", "--model", "scripted", "--settings", path, *more]
    arguments += ["--mcp-config", WORK / "mcp.json", "--strict-mcp-config"]
    quiet = {"DISABLE_TELEMETRY": "1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "IS_SANDBOX": "1"}
    run(arguments, quiet | {"ANTHROPIC_BASE_URL": model.address, "ANTHROPIC_API_KEY": "none"})
    blocks = [block for request in model.requests for message in request["messages"] for block in message["content"]]
    results = [block for block in blocks if isinstance(block, dict) and block["type"] == "tool_result"]
    return judge(model, tool, results, {"requested permissions": "asks", "No such tool": "is not there"})


def call_codex(model, tool, settings):
    model.script(f"mcp__desk/{tool}")
    own = f'command = {json.dumps(SERVER["command"])}\nargs = {json.dumps(SERVER["args"])}\n'
    provider = f'[model_providers.here]\nname = "here"\nbase_url = "{model.address}/v1"\nwire_api = "responses"\n'
    head = 'model = "scripted"\nmodel_provider = "here"\n'
    table = "[mcp_servers.desk]\n"
    (WORK / "config.toml").write_text(head + provider + settings.replace(table, table + own, 1))
    run([BIN / "codex", "exec", "--skip-git-repo-check", "go"], {"CODEX_HOME": str(WORK)})
    items = [item for request in model.requests for item in request["input"]]
    outputs = [item for item in items if item.get("type") == "function_call_output"]
    return judge(model, tool, outputs, {"requires approval": "asks", "unsupported call": "is not there"})


def try_host(model, host, call):
    settings = export(host)
    found = {tool: call(model, tool, settings) for tool in EXPECTED}
    assert found == EXPECTED, (host, found)
    print(f"{host}: {len(found)} tools, each as the worker says or stricter")


def main():
    WORK.mkdir(exist_ok=True)
    model = Model()
    try_host(model, "claude-code", call_claude)
    for rules, verdict in ((MATCHING, "runs"), (IDLE, "asks")):
        for rule in rules:
            found = call_claude(model, "m__runs", json.dumps({"permissions": {"allow": [rule]}}))
            assert found == verdict, (rule, found)
    # without rules, a session may skip questions, unless the key that toolc writes turns that off
    skip = ["--permission-mode", "bypassPermissions"]
    assert call_claude(model, "m__asks", "{}", skip) == "runs"
    assert call_claude(model, "m__asks", export("claude-code"), skip) == "asks"
    print(f"claude-code: {len(MATCHING)} rules match, {len(IDLE)} do not")
    try_host(model, "codex", call_codex)
    bare = "[mcp_servers.desk]\n"
    found = {tool: call_codex(model, tool, bare) for tool in EXPECTED}
    print(f"codex, without a mode: {sorted(set(found.values()))}")


main()
