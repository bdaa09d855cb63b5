"""The tools on FastMCP: `fastmcp_server.py PORT`. It checks what pydantic checks."""

import sys
from typing import Annotated

from fastmcp import FastMCP
from fastmcp.exceptions import ToolError
from pydantic import BaseModel, ConfigDict, Field

mcp = FastMCP("shop")
placed: dict[int, int] = {}


class Line(BaseModel):
    model_config = ConfigDict(extra="forbid")
    article: Annotated[str, Field(min_length=1, max_length=32)]
    count: Annotated[int, Field(ge=1, le=100)]


@mcp.tool
async def place_order(
    number: Annotated[int, Field(ge=0, le=9_999_999)],
    customer: Annotated[str, Field(min_length=1, max_length=64)],
    lines: Annotated[list[Line], Field(min_length=1, max_length=20)],
) -> dict[str, int]:
    """Place an order. Each number is placed once."""
    placed[number] = placed.get(number, 0) + 1
    if number % 100 == 13:
        raise ToolError("an article of the order is sold out")
    return {"number": number, "pieces": sum(line.count for line in lines)}


@mcp.tool
async def count_orders() -> dict[str, int]:
    """Say how many orders were placed, and how many of them more than once."""
    doubled = sum(times > 1 for times in placed.values())
    return {"placed": len(placed), "doubled": doubled}


mcp.run(
    transport="http",
    port=int(sys.argv[1]),
    stateless_http=True,
    json_response=True,
    show_banner=False,
    log_level="ERROR",
    uvicorn_config={"access_log": False},
)
