"""Lets a scripted model call each tool through OpenAI's Agents SDK, with what toolc wrote and without it: `sdk.py SERVER.json`."""

import asyncio
import json
import sys
from pathlib import Path

from agents import Agent, ModelBehaviorError, OpenAIChatCompletionsModel, Runner, set_tracing_disabled
from agents.mcp import MCPServerStdio
from expected import EXPECTED
from model import Model
from openai import AsyncOpenAI

PROGRAM = str(Path(__file__).with_name("server.py"))


async def call(client, server, tool):
    agent = Agent(name="desk", model=client, mcp_servers=[server])
    try:
        result = await Runner.run(agent, "go", max_turns=3)
    except ModelBehaviorError as error:
        return "is not there" if "not found" in str(error) else str(error)
    if result.interruptions:
        return "asks"
    ran = any(f"ran {tool}" in str(item.raw_item) for item in result.new_items)
    return "runs" if ran else "does nothing"


async def call_all(model, settings):
    client = AsyncOpenAI(base_url=f"{model.address}/v1", api_key="none")
    found = {}
    async with MCPServerStdio({"command": sys.executable, "args": [PROGRAM]}, **settings) as server:
        for tool in EXPECTED:
            model.script(tool)
            found[tool] = await call(OpenAIChatCompletionsModel("scripted", client), server, tool)
    return found


async def main(settings):
    model = Model()
    found = await call_all(model, settings)
    assert found == EXPECTED, found
    # without it, the SDK runs everything: the server has all tools
    bare = await call_all(model, {})
    assert set(bare.values()) == {"runs"}, bare
    print(f"openai-agents: {len(found)} tools, each as the worker says or stricter")


set_tracing_disabled(True)
asyncio.run(main(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))))
