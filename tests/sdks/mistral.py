"""Lets the SDK of Mistral judge what goes back: `mistral.py REPOSITORY`. Its types in JavaScript have names of their own, so it is
the one in Python that reads results, and messages of recorded streams, and writes them again. What it does not know would be lost:
the service refuses it."""

import json
import sys
from pathlib import Path

from mistralai.client.models import AssistantMessage, ToolMessage
from pydantic import ValidationError

TYPES = {"assistant": AssistantMessage, "tool": ToolMessage}


def judge(message):
    """What the SDK says against a message, or nothing."""
    try:
        read = TYPES[message["role"]].model_validate(message)
    except (KeyError, ValidationError) as error:
        return str(error)
    written = json.loads(read.model_dump_json(by_alias=True, exclude_unset=True))
    return None if written == message else f"the SDK writes {written}"


CALL = {"id": "aB3dE6gH9", "type": "function", "function": {"name": "t", "arguments": "{}"}}
PLANTED = [
    {"role": "assistant", "content": "", "reasoning_content": "hm"},
    {"role": "assistant", "content": "", "tool_calls": [{**CALL, "custom": {}}]},
    {"role": "assistant", "content": "", "tool_calls": [{**CALL, "function": {"name": "t"}}]},
    {"role": "tool", "content": "", "tool_call_id": "aB3dE6gH9", "is_error": True},
]

root = Path(sys.argv[1])
messages = json.loads((root / "tests/sdks/messages.json").read_text())["mistral"]
for path in sorted((root / "runtime/tests/providers/streams/mistral").glob("*.expected")):
    back = json.loads(path.read_text())["message"]
    messages += back if isinstance(back, list) else []
faults = [f"{message}: {said}" for message in messages if (said := judge(message))]
faults += [f"the SDK accepts {message}" for message in PLANTED if not judge(message)]
print(f"{len(messages)} messages are what Mistral's SDK writes itself")
if faults or len(messages) < 4:
    sys.exit("\n".join(faults) or "too few messages")
