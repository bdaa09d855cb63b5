"""Plays a session with the client of pygls: `play.py TOOLC SESSION`, or `play.py TOOLC SESSION die` to be killed on the way.

Every message of the server is read by the types of lsprotocol and written again: nothing may be missing then.
"""

import asyncio
import json
import logging
import os
import signal
import sys
from pathlib import Path

from lsprotocol import converters, types
from pygls.exceptions import JsonRpcException
from pygls.lsp.client import LanguageClient

CONVERTER = converters.get_converter()


def without_nothing(value):
    """A message without members that are null, which the types write or leave out."""
    if isinstance(value, dict):
        return {key: without_nothing(item) for key, item in value.items() if item is not None}
    return [without_nothing(item) for item in value] if isinstance(value, list) else value


class Client(LanguageClient):
    """A client that reads strictly."""

    def __init__(self):
        super().__init__("judge", "1")
        self.faults, self.messages, self.told = [], 0, {}
        self.news = asyncio.Event()
        structure = self.protocol.structure_message

        def structured(data):
            # it is called for each object within a message, too
            if "jsonrpc" not in data:
                return data
            self.messages += 1
            raw = json.loads(json.dumps(data))
            message = structure(data)
            written = json.loads(json.dumps(CONVERTER.unstructure(message)))
            if without_nothing(written) != without_nothing(raw):
                self.faults.append(f"read as {written}: {raw}")
            return message

        self.protocol.structure_message = structured

    def report_server_error(self, error, source):
        self.faults.append(f"{source}: {error!r}")


def findings_of(root, project, told):
    """What is published in a project, in the form of the session."""

    def relative(uri):
        return uri.removeprefix(f"file://{root}/{project}/")

    found = []
    for uri, (_, diagnostics) in told.items():
        if not uri.startswith(f"file://{root}/{project}/"):
            continue
        for one in CONVERTER.unstructure(diagnostics, list[types.Diagnostic]):
            related = one.get("relatedInformation") or []
            found.append(
                {
                    "file": relative(uri),
                    "range": one["range"],
                    "severity": one["severity"],
                    "code": one["code"],
                    "message": one["message"],
                    "related": [[relative(it["location"]["uri"]), it["location"]["range"], it["message"]] for it in related],
                }
            )
    return sorted(found, key=json.dumps)


def resident(process):
    """The memory of a process in KB."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


def plant(client):
    """A judge that accepts everything says nothing."""
    logging.disable()
    place = {"line": 0, "character": 0}
    found = {"range": {"start": place, "end": place}, "message": "m", "rage": 1}
    message = {"jsonrpc": "2.0", "method": types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS}
    client.protocol.structure_message({**message, "params": {"uri": "file:///a", "diagnostics": [found]}})
    if not client.faults:
        sys.exit("a member that nobody knows is not noticed")
    try:
        client.protocol.structure_message({**message, "params": {"uri": "file:///a", "diagnostics": [{"message": "m"}]}})
        sys.exit("a finding without a range is not noticed")
    except JsonRpcException:
        client.faults, client.messages = [], 0
    logging.disable(logging.NOTSET)


async def ask(client, document, at):
    """Everything that an editor asks at a place. An answer that says that there is none is one."""
    params = types.TextDocumentPositionParams(document, types.Position(**at))
    place = {"text_document": params.text_document, "position": params.position}
    await client.text_document_hover_async(types.HoverParams(**place))
    await client.text_document_definition_async(types.DefinitionParams(**place))
    await client.text_document_completion_async(types.CompletionParams(**place))
    whole = types.Range(types.Position(0, 0), types.Position(100_000, 0))
    context = types.CodeActionContext([])
    await client.text_document_code_action_async(types.CodeActionParams(document, whole, context))
    try:
        await client.text_document_prepare_rename_async(types.PrepareRenameParams(**place))
    except Exception as error:  # a refusal is an error of the protocol, with a sentence
        if "rename" not in str(error).lower() and "name" not in str(error).lower():
            raise


async def hear(client, uri, version):
    """Waits for the findings of this version of a document."""
    while client.told.get(uri, (0,))[0] != version:
        client.news.clear()
        try:
            await asyncio.wait_for(client.news.wait(), 60)
        except TimeoutError:
            sys.exit(f"nothing is said of version {version} of {uri}: {client.told.get(uri)} {client.faults}")


async def play(toolc, session, dies):
    root, steps = session["root"], session["steps"]
    client = Client()
    plant(client)

    @client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def publish(params: types.PublishDiagnosticsParams):
        client.told[params.uri] = (params.version, params.diagnostics)
        client.news.set()

    await client.start_io(toolc, "lsp")
    process = client._server.pid
    if dies:
        print(process, flush=True)
    capabilities = types.ClientCapabilities(
        text_document=types.TextDocumentClientCapabilities(
            publish_diagnostics=types.PublishDiagnosticsClientCapabilities(related_information=True, version_support=True),
            code_action=types.CodeActionClientCapabilities(
                code_action_literal_support=types.ClientCodeActionLiteralOptions(types.ClientCodeActionKindOptions([]))
            ),
        ),
        general=types.GeneralClientCapabilities(position_encodings=[types.PositionEncodingKind.Utf16]),
    )
    folder = types.WorkspaceFolder(f"file://{root}", "root")
    params = types.InitializeParams(capabilities, process_id=os.getpid(), root_uri=folder.uri, workspace_folders=[folder])
    await client.initialize_async(params)
    client.initialized(types.InitializedParams())
    versions, wrong, memory = {}, 0, []
    for number, step in enumerate(steps):
        uri = f"file://{root}/{step['project']}/{step['file']}"
        if uri not in versions:
            text = Path(uri.removeprefix("file://")).read_bytes().decode()
            versions[uri] = 1
            client.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "yaml", 1, text)))
        versions[uri] += 1
        place = types.Range(*(types.Position(**step["range"][end]) for end in ("start", "end")))
        change = types.TextDocumentContentChangePartial(place, step["text"])
        document = types.VersionedTextDocumentIdentifier(versions[uri], uri)
        client.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))
        if dies and number == 3:
            os.kill(os.getpid(), signal.SIGKILL)
        await hear(client, uri, versions[uri])
        # what is asked now is answered after everything that was found
        await ask(client, types.TextDocumentIdentifier(uri), step["at"])
        found = findings_of(root, step["project"], client.told)
        if found != step["findings"]:
            wrong += 1
            print(f"edit {number} of {uri}:\n  {found}\n  but `toolc check` says\n  {step['findings']}")
    last = types.VersionedTextDocumentIdentifier(0, uri)
    text = Path(uri.removeprefix("file://")).read_bytes().decode()
    for _ in range(100):
        versions[uri] += 1
        last.version = versions[uri]
        text = text.removesuffix(" ") if text.endswith(" ") else text + " "
        whole = types.TextDocumentContentChangeWholeDocument(text)
        client.text_document_did_change(types.DidChangeTextDocumentParams(last, [whole]))
        await hear(client, uri, versions[uri])
        memory.append(resident(process))
    await client.shutdown_async(None)
    client.exit(None)
    code = await asyncio.wait_for(client._server.wait(), 10)
    early, late = max(memory[:20]), max(memory[-20:])
    print(f"pygls: {len(steps)} edits, {client.messages} messages, {wrong} differ, {early} KB then {late} KB, ended with {code}")
    for fault in client.faults[:10]:
        print(fault)
    if wrong or client.faults or code or late > early * 1.05 + 1024:
        sys.exit(1)


asyncio.run(play(sys.argv[1], json.loads(Path(sys.argv[2]).read_text()), "die" in sys.argv[3:]))
