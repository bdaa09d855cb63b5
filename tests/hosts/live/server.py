"""A server of MCP that offers every tool of the specs, also those that the worker does not grant, and runs whatever it is asked to."""

import json
import sys

NAMES = ["runs", "asks", "asks_above", "denies_above", "blocked", "not_granted"]
SCHEMA = {"type": "object", "properties": {"n": {"type": "integer"}}}
TOOLS = [{"name": f"m__{name}", "description": name, "inputSchema": SCHEMA} for name in NAMES]


def answer(method, params):
    if method == "initialize":
        info = {"name": "all", "version": "1"}
        return {"protocolVersion": params["protocolVersion"], "capabilities": {"tools": {}}, "serverInfo": info}
    if method == "tools/list":
        return {"tools": TOOLS}
    if method == "tools/call":
        return {"content": [{"type": "text", "text": f"ran {params['name']}"}]}
    return {} if method == "ping" else None


for line in sys.stdin:
    request = json.loads(line)
    if "id" not in request:
        continue
    result = answer(request["method"], request.get("params"))
    reply = {"result": result} if result is not None else {"error": {"code": -32601, "message": "Method not found"}}
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], **reply}), flush=True)
