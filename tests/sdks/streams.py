"""Lets the official SDKs put the recorded streams of `runtime/tests/providers/streams` together, and compares their final
message with what the tests of the runtime expect: `streams.py FOLDER`. A service on this machine sends the recordings, in
chunks of a few bytes."""

import base64
import binascii
import json
import struct
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import anthropic
import boto3
import openai
from botocore.config import Config
from google import genai
from mistralai.client import Mistral

# Where an SDK takes what toolc refuses, or cannot put together what toolc can, and why.
DIFFERENCES = {
    "openai/call_after_the_end": "the SDK does not look at the order",
    "openai/done_too_early": "the SDK does not say whether the stream was whole",
    "openai/two_names": "the SDK joins names",
    "openai/compatible_no_index": "the SDK needs an index",
    "openai/compatible_same_index": "the SDK joins two calls",
    "openai/compatible_repeated_names": "the SDK joins ids and names that come again",
    "openai/length": "the helper of the SDK fails with an error of its own, toolc has an answer whose calls are refused",
    "openai/compatible_content_in_parts": "the SDK loses parts where a text follows",
    "openai/custom_tool": "the helper of the SDK has no custom tools",
    "openai/space_before": "the first chunk is lost for both, and toolc fills in what every message has",
    "openai-responses/incomplete": "the SDK has no final response of one that is incomplete",
    "openai-responses/output_left_out": "the SDK fills in an output that is missing, not one that is empty",
    "openai-responses/other_arguments_than_streamed": "the SDK takes the last word",
    "anthropic/arguments_that_are_not_json": "the SDK fails where arguments are not JSON",
    "anthropic/block_again": "the SDK does not look at the end of blocks",
    "anthropic/block_that_does_not_end": "the SDK does not look at the end of blocks",
    "anthropic/max_tokens": "the SDK completes what is cut off, toolc has its text",
    "anthropic/long_numbers": "Python has whole numbers of any size, toolc has their text",
    "anthropic/two_starts": "the SDK does not look at the order",
    "gemini/partial_args": "the SDK does not put arguments together",
    "gemini/partial_args_cut": "the SDK does not put arguments together",
    "gemini/partial_args_nowhere": "the SDK does not put arguments together",
    "gemini/list": "the SDK asks for events",
    "gemini-interactions/after_its_end": "the SDK has events alone",
    "gemini-interactions/arguments_of_no_call": "the SDK has events alone",
    "gemini-interactions/call_that_does_not_end": "the SDK has events alone",
    "gemini-interactions/cut_off": "the SDK has events alone",
    "gemini-interactions/index_of_the_thought": "the SDK has events alone",
    "gemini-interactions/long_numbers": "Python has whole numbers of any size, toolc has their text",
    "gemini-interactions/step_again": "the SDK has events alone",
    "bedrock/call_that_has_not_begun": "the SDK has events alone",
    "bedrock/redacted_that_cannot_go_on": "the SDK has bytes",
}
FEWEST = 20
PORT = None
BODY = b""
TYPE = ""


class Service(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        self.rfile.read(int(self.headers.get("content-length") or 0))
        self.send_response(200)
        self.send_header("content-type", TYPE)
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        for at in range(0, len(BODY), 37):
            chunk = BODY[at : at + 37]
            self.wfile.write(b"%x\r\n%s\r\n" % (len(chunk), chunk))
        self.wfile.write(b"0\r\n\r\n")

    def log_message(self, *_):
        pass


def frame(event):
    (name, told), = event.items()
    kind = "exception" if name.endswith("Exception") else "event"
    headers = {f":{kind}-type": name, ":content-type": "application/json", ":message-type": kind}
    written = b""
    for key, value in headers.items():
        written += bytes([len(key)]) + key.encode() + b"\x07" + struct.pack(">H", len(value)) + value.encode()
    payload = json.dumps(told, ensure_ascii=False).encode()
    head = struct.pack(">II", 16 + len(written) + len(payload), len(written))
    head += struct.pack(">I", binascii.crc32(head)) + written + payload
    return head + struct.pack(">I", binascii.crc32(head))


def ask_openai():
    client = openai.OpenAI(base_url=f"http://127.0.0.1:{PORT}/v1", api_key="k", max_retries=0)
    with client.chat.completions.stream(model="m", messages=[{"role": "user", "content": "?"}]) as stream:
        stream.until_done()
        return stream.get_final_completion().to_dict()


def ask_responses():
    client = openai.OpenAI(base_url=f"http://127.0.0.1:{PORT}/v1", api_key="k", max_retries=0)
    with client.responses.stream(model="m", input="?") as stream:
        return stream.get_final_response().to_dict()


def ask_anthropic():
    client = anthropic.Anthropic(base_url=f"http://127.0.0.1:{PORT}", api_key="k", max_retries=0)
    with client.messages.stream(model="m", max_tokens=99, messages=[{"role": "user", "content": "?"}]) as stream:
        return stream.get_final_message().to_dict()


def ask_gemini():
    options = {"base_url": f"http://127.0.0.1:{PORT}"}
    client = genai.Client(api_key="k", http_options=options)
    parts, last = [], {}
    for part in client.models.generate_content_stream(model="m", contents="?"):
        last.update(json.loads(part.model_dump_json(by_alias=True, exclude_none=True)))
        for candidate in part.candidates or []:
            content = candidate.content
            said = [json.loads(p.model_dump_json(by_alias=True, exclude_none=True)) for p in (content and content.parts) or []]
            parts.extend(said)
    return {**last, "parts": parts}


def ask_interactions():
    options = {"base_url": f"http://127.0.0.1:{PORT}"}
    client = genai.Client(api_key="k", http_options=options)
    stream = client.interactions.create(model="m", input="?", stream=True)
    return {"events": [json.loads(event.model_dump_json(by_alias=True, exclude_none=True)) for event in stream]}


def ask_mistral():
    client = Mistral(api_key="k", server_url=f"http://127.0.0.1:{PORT}")
    with client.chat.stream(model="m", messages=[{"role": "user", "content": "?"}]) as stream:
        return {"chunks": [json.loads(event.data.model_dump_json(by_alias=True, exclude_unset=True)) for event in stream]}


def ask_bedrock():
    client = boto3.client(
        "bedrock-runtime",
        endpoint_url=f"http://127.0.0.1:{PORT}",
        region_name="us-east-1",
        aws_access_key_id="k",
        aws_secret_access_key="k",
        config=Config(retries={"max_attempts": 0}),
    )
    stream = client.converse_stream(modelId="m", messages=[{"role": "user", "content": [{"text": "?"}]}])
    return {"events": list(stream["stream"])}


def of_openai(answer):
    def call(made):
        return {key: value for key, value in made.items() if key != "index"}

    def choice(said):
        message = said["message"]
        calls = [call(made) for made in message.get("tool_calls") or []]
        for made in calls:
            made.get("function", {}).pop("parsed_arguments", None)
        kept = {key: message.get(key) for key in ("role", "content", "refusal")}
        return said["index"], said["finish_reason"], kept, calls

    return answer.get("usage"), [choice(said) for said in answer["choices"]]


def of_responses(answer):
    def plain(value):
        if isinstance(value, dict):
            return {key: plain(held) for key, held in value.items() if not key.startswith("parsed")}
        return [plain(held) for held in value] if isinstance(value, list) else value

    return answer["id"], answer["status"], plain(answer["output"]), answer.get("usage")


def of_anthropic(answer):
    def block(said):
        return {key: value for key, value in said.items() if value is not None}

    usage = {key: value for key, value in answer["usage"].items() if value is not None}
    return answer["id"], answer["stop_reason"], [block(said) for said in answer["content"]], usage


def of_gemini(answer):
    """Texts of one kind are joined, as nobody can tell where they were cut."""
    candidates = answer.get("candidates") or [{}]
    parts = answer.get("parts") or candidates[0].get("content", {}).get("parts", [])
    told = []
    for part in parts:
        call = part.get("functionCall")
        if call:
            told.append([call, part.get("thoughtSignature")])
        elif part.get("thoughtSignature"):
            told.append(part)
        elif told and isinstance(told[-1], tuple) and told[-1][0] == part.get("thought"):
            told[-1] = (part.get("thought"), told[-1][1] + part.get("text", ""))
        else:
            told.append((part.get("thought"), part.get("text", "")))
    told = [list(part) if isinstance(part, tuple) else part for part in told]
    return told, candidates[0].get("finishReason"), answer.get("usageMetadata"), answer.get("promptFeedback")


def of_interactions(answer):
    """The SDK ends with events here as well."""
    if "steps" in answer:
        return answer["status"], answer["steps"], answer.get("usage")
    steps, said = {}, {}
    for event in answer["events"]:
        kind = event["event_type"]
        if kind == "error":
            raise ValueError(event["error"])
        if kind == "step.start":
            steps[event["index"]] = event["step"]
        elif kind == "step.delta":
            step, delta = steps[event["index"]], event["delta"]
            if delta["type"] == "arguments_delta":
                step["text"] = step.get("text", "") + delta["arguments"]
            elif delta["type"] == "thought_signature":
                step["signature"] = delta["signature"]
            elif delta["type"] == "text_annotation_delta":
                step["content"][-1]["annotations"] = delta["annotations"]
            elif delta["type"] == step["type"]:
                step.update(delta)
            else:
                part = delta["content"] if delta["type"] == "thought_summary" else delta
                parts = step.setdefault("summary" if part is not delta else "content", [])
                if parts and parts[-1]["type"] == part["type"] == "text":
                    parts[-1]["text"] += part["text"]
                else:
                    parts.append(part)
        elif kind == "interaction.completed":
            said = event["interaction"]
    for step in steps.values():
        if "text" in step:
            text = step.pop("text")
            try:
                step["arguments"] = json.loads(text)
            except ValueError:
                step["arguments"] = text
    return said.get("status"), said.get("steps") or [step for _, step in sorted(steps.items())], said.get("usage")


def of_mistral(answer):
    """Mistral's SDK ends with chunks. Texts that adjoin are joined, as nobody can tell where they were cut."""
    parts, calls, reason, usage = [], [], None, answer.get("usage")
    for chunk in answer.get("chunks") or [answer]:
        usage = chunk.get("usage") or usage
        for choice in chunk["choices"]:
            said = choice.get("delta") or choice["message"]
            content = said.get("content") or []
            parts += [{"type": "text", "text": content}] if isinstance(content, str) else content
            calls += [{key: call[key] for key in ("id", "type", "function")} for call in said.get("tool_calls") or []]
            reason = choice.get("finish_reason") or reason
    joined = []
    for part in parts:
        if joined and joined[-1]["type"] == part["type"] == "text":
            joined[-1] = {**part, "text": joined[-1]["text"] + part["text"]}
        else:
            joined.append(part)
    return joined, calls, reason, usage


def of_bedrock(answer):
    """Bedrock's SDK ends with events, so its last step is here."""
    if "output" in answer:
        message = answer["output"]["message"]
        return message["role"], message["content"], answer["stopReason"], answer.get("usage")
    blocks, role, reason, usage = {}, None, None, None
    for event in answer["events"]:
        (name, said), = event.items()
        block = blocks.setdefault(said["contentBlockIndex"], {}) if "contentBlockIndex" in said else None
        if name == "messageStart":
            role = said["role"]
        elif name == "contentBlockStart":
            block.update(json.loads(json.dumps(said["start"])))
        elif name == "contentBlockDelta":
            for kind, more in said["delta"].items():
                if kind == "text":
                    block["text"] = block.get("text", "") + more
                elif kind == "toolUse":
                    block["input"] = block.get("input", "") + more["input"]
                elif kind == "reasoningContent":
                    thought = block.setdefault("thought", {})
                    for key, value in more.items():
                        thought[key] = thought[key] + value if key in thought else value
                elif kind == "citation":
                    block.setdefault("citations", []).append(more)
                elif kind == "toolResult":
                    block["toolResult"].setdefault("content", []).extend(more)
                elif kind == "image":
                    block["image"]["source"] = {"bytes": base64.b64encode(more["source"]["bytes"]).decode()}
        elif name == "messageStop":
            reason = said["stopReason"]
        elif name == "metadata":
            usage = said["usage"]
    return role, [bedrock_block(block) for _, block in sorted(blocks.items())], reason, usage


def bedrock_block(block):
    if "toolUse" in block:
        text = block.get("input", "")
        try:
            arguments = json.loads(text or "{}")
        except ValueError:
            arguments = text
        return {"toolUse": {**block["toolUse"], "input": arguments}}
    if "thought" in block:
        thought = block["thought"]
        if "redactedContent" in thought:
            return {"reasoningContent": {"redactedContent": base64.b64encode(thought["redactedContent"]).decode()}}
        return {"reasoningContent": {"reasoningText": thought}}
    if "citations" in block:
        return {"citationsContent": {"content": [{"text": block["text"]}], "citations": block["citations"]}}
    return block


TARGETS = {
    "openai": (ask_openai, of_openai, "text/event-stream"),
    "openai-responses": (ask_responses, of_responses, "text/event-stream"),
    "anthropic": (ask_anthropic, of_anthropic, "text/event-stream"),
    "gemini": (ask_gemini, of_gemini, "text/event-stream"),
    "mistral": (ask_mistral, of_mistral, "text/event-stream"),
    "gemini-interactions": (ask_interactions, of_interactions, "text/event-stream"),
    "bedrock": (ask_bedrock, of_bedrock, "application/vnd.amazon.eventstream"),
}

class Quiet(ThreadingHTTPServer):
    def handle_error(self, *_):
        """An SDK hangs up once it has found an error."""


server = Quiet(("127.0.0.1", 0), Service)
PORT = server.server_port
threading.Thread(target=server.serve_forever, daemon=True).start()
faults, same, refused, needed = [], 0, 0, set()
for path in sorted(Path(sys.argv[1]).glob("*/*")):
    if path.suffix == ".expected":
        continue
    target = path.parent.name
    name = f"{target}/{path.stem}"
    ask, view, TYPE = TARGETS[target]
    BODY = path.read_bytes()
    if path.suffix == ".events":
        BODY = b"".join(frame(json.loads(line)) for line in BODY.decode().splitlines())
    ours = json.loads(path.with_suffix(".expected").read_text())["answer"]
    is_error = list(ours) == ["error"]
    try:
        theirs = json.loads(json.dumps(view(ask()), default=str))
        error = None
    except Exception as raised:  # each SDK has its own, and some are of Python
        theirs, error = None, raised
    if is_error and error is not None:
        refused += 1
        continue
    mine = None if is_error else json.loads(json.dumps(view(ours)))
    if mine is not None and mine == theirs:
        same += 1
    elif name in DIFFERENCES:
        needed.add(name)
    else:
        faults.append(f"{name}:\n  SDK  {theirs or repr(error)}\n  ours {mine or ours}")
if same < FEWEST:
    faults.append(f"only {same} streams are the same")
if unneeded := set(DIFFERENCES) - needed:
    faults.append(f"no difference: {sorted(unneeded)}")
print(f"{same} streams are the same for the SDKs, {refused} are errors for both, {len(needed)} differ with reasons")
if faults:
    sys.exit("\n".join(faults))
