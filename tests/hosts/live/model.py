"""A model on this machine that calls one tool, and then ends: in the forms of chat completions, responses and messages."""

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

ARGUMENTS = '{"n":1}'


def complete(request, tool):
    """Chat completions, in one piece."""
    message = {"role": "assistant", "content": "done"}
    if request["messages"][-1]["role"] == "user":
        call = {"name": tool, "arguments": ARGUMENTS}
        message = {"role": "assistant", "content": None, "tool_calls": [{"id": "1", "type": "function", "function": call}]}
    choice = {"index": 0, "finish_reason": "stop", "message": message}
    return json.dumps({"id": "1", "object": "chat.completion", "created": 0, "model": "scripted", "choices": [choice]})


def respond(request, tool):
    """Responses, as events. Codex has the tools of a server in a namespace."""
    space, name = tool.rsplit("/", 1)
    item = {"type": "function_call", "id": "1", "call_id": "1", "namespace": space, "name": name, "arguments": ARGUMENTS}
    if any(item.get("type") == "function_call_output" for item in request["input"]):
        item = {"type": "message", "id": "2", "role": "assistant", "content": [{"type": "output_text", "text": "done"}]}
    usage = {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2}
    return write_events(
        {"type": "response.created", "response": {"id": "1"}},
        {"type": "response.output_item.done", "output_index": 0, "item": item},
        {"type": "response.completed", "response": {"id": "1", "usage": usage}},
    )


def message(request, tool):
    """Messages, as events."""
    content = request["messages"][-1]["content"]
    is_done = any(block["type"] == "tool_result" for block in content if isinstance(block, dict))
    block, delta, reason = {"type": "text", "text": ""}, {"type": "text_delta", "text": "done"}, "end_turn"
    if request.get("tools") and not is_done:
        block = {"type": "tool_use", "id": "toolu_1", "name": tool, "input": {}}
        delta, reason = {"type": "input_json_delta", "partial_json": ARGUMENTS}, "tool_use"
    usage = {"input_tokens": 1, "output_tokens": 1}
    start = {"id": "1", "type": "message", "role": "assistant", "model": "scripted", "content": [], "usage": usage}
    return write_events(
        {"type": "message_start", "message": start | {"stop_reason": None, "stop_sequence": None}},
        {"type": "content_block_start", "index": 0, "content_block": block},
        {"type": "content_block_delta", "index": 0, "delta": delta},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": reason, "stop_sequence": None}, "usage": {"output_tokens": 1}},
        {"type": "message_stop"},
    )


def write_events(*events):
    return "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events)


FORMS = {"/chat/completions": complete, "/responses": respond, "/messages": message}


class Model:
    """Listens, and keeps what it was asked."""

    def __init__(self):
        self.tool, self.requests = "", []
        model = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                self.reply("{}", "application/json")

            def do_POST(self):
                request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                path = self.path.split("?")[0]
                form = next((form for end, form in FORMS.items() if path.endswith(end)), None)
                if form is None:
                    return self.reply("{}", "application/json")
                model.requests.append(request)
                text = form(request, model.tool)
                self.reply(text, "application/json" if text.startswith("{") else "text/event-stream")

            def reply(self, text, kind):
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(text.encode())))
                self.end_headers()
                self.wfile.write(text.encode())

            def log_message(self, *_):
                pass

        endpoint = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        # a client may leave before it is answered
        endpoint.handle_error = lambda *_: None
        self.address = f"http://127.0.0.1:{endpoint.server_address[1]}"
        Thread(target=endpoint.serve_forever, daemon=True).start()

    def script(self, tool):
        """The next conversation calls this tool."""
        self.tool, self.requests = tool, []
