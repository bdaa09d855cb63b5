"""A call of a tool of an API on this machine: typed client, official library, `toolc serve`, service."""

import asyncio
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from shop.client import ToolError, Worker
from shop.declarations import ShopFindOrderArguments


async def main(toolc: str, specs: str) -> None:
    server = StdioServerParameters(command=toolc, args=["serve", specs, "--worker", "desk", "--stdio"])
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        worker = Worker(session)
        order = await worker.shop__findOrder(ShopFindOrderArguments(id="7"))
        total: float = order["total"]
        assert (order["id"], total) == ("7", 12.5), order
        try:
            await worker.shop__findOrder({"id": "seven"})
        except ToolError as error:
            assert error.tool == "shop__findOrder" and "/id" in str(error), error
        else:
            raise AssertionError("wrong arguments are accepted")
    print("called")


asyncio.run(asyncio.wait_for(main(*sys.argv[1:3]), 60))
