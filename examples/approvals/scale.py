"""Asks for transfers through a balancer, and answers for the person who is asked, while one of the servers is killed:
`scale.py URL TRANSFERS PID`. Prints the transfers that were answered, and those of which the client cannot know whether
they ran: for each of them it brought its answer again, and was refused."""

import http.client
import json
import os
import signal
import sys
import threading
import time
from urllib.parse import urlsplit

CLIENTS = 24
VERSION = "2026-07-28"

url, transfers, process = urlsplit(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
lock = threading.Lock()
waiting = [f"order {number}" for number in range(transfers)]
transferred, unclear, faults = [], [], []


def send(method, params):
    """What the server answers; nothing where the connection broke, or no server was there."""
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    params["_meta"] = {
        "io.modelcontextprotocol/protocolVersion": VERSION,
        "io.modelcontextprotocol/clientInfo": {"name": "scale", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}}},
    }
    headers = {
        "content-type": "application/json",
        "accept": "application/json, text/event-stream",
        "mcp-protocol-version": VERSION,
        "mcp-method": method,
    }
    if "name" in params:
        headers["mcp-name"] = params["name"]
    connection = http.client.HTTPConnection(url.hostname, url.port, timeout=30)
    try:
        connection.request("POST", url.path, json.dumps(message), headers)
        response = connection.getresponse()
        text = response.read().decode()
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()
    if response.status in (502, 503, 504):
        return None
    if not text.startswith("{"):
        data = [line[len("data:") :] for line in text.splitlines() if line.startswith("data:") and line.strip() != "data:"]
        text = data[-1]
    return json.loads(text)


def insist(method, params):
    """The same until there is an answer: for what runs nothing."""
    for _ in range(100):
        answer = send(method, dict(params))
        if answer is not None:
            return answer
        time.sleep(0.05)
    raise SystemExit(f"nobody answers {method}")


def is_done(answer):
    result = (answer or {}).get("result", {})
    return not result.get("isError", False) and "transferred" in json.dumps(result.get("content", ""))


def transfer(order):
    call = {"name": tool, "arguments": {"to": order, "cents": 1, "code": order}}
    question = insist("tools/call", call)
    if question.get("result", {}).get("resultType") != "input_required":
        return faults.append(f"{order}: not asked: {question}")
    (key,) = question["result"]["inputRequests"]
    answered = call | {
        "requestState": question["result"]["requestState"],
        "inputResponses": {key: {"action": "accept", "content": {"decision": "approve"}}},
    }
    answer = send("tools/call", dict(answered))
    was_lost = answer is None
    if was_lost:
        answer = insist("tools/call", answered)
    if is_done(answer):
        with lock:
            transferred.append(order)
        if is_done(insist("tools/call", answered)):
            faults.append(f"{order}: the same answer counted twice")
    elif was_lost:
        with lock:
            unclear.append(order)
    else:
        faults.append(f"{order}: {answer}")


def work():
    while True:
        with lock:
            if not waiting:
                return
            order = waiting.pop()
            if len(waiting) == transfers // 2:
                os.kill(process, signal.SIGKILL)
        transfer(order)


listed = insist("tools/list", {})["result"]["tools"]
(tool,) = [tool["name"] for tool in listed if tool["name"].endswith("transfer")]
clients = [threading.Thread(target=work) for _ in range(CLIENTS)]
for client in clients:
    client.start()
for client in clients:
    client.join()
print(json.dumps({"transferred": transferred, "unclear": unclear, "faults": faults}))
