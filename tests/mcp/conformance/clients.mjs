// The official clients against a worker: `node clients.mjs URL`. Both majors list the same tools, call one, and see an
// error, progress and an approval; the newer one speaks both eras of the protocol.
import assert from 'node:assert/strict';
import * as newer from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';

const url = new URL(process.argv[2]);
const about = { name: 'referee', version: '1' };
const capabilities = { elicitation: { form: {} } };
const approve = async () => ({ action: 'accept', content: { decision: 'approve' } });

function make(kind) {
  if (kind === 'sdk 1') {
    const client = new OldClient(about, { capabilities });
    client.setRequestHandler(ElicitRequestSchema, approve);
    return [client, new OldTransport(url)];
  }
  const mode = kind === 'client 2, by discovery' ? 'auto' : 'legacy';
  const client = new newer.Client(about, { capabilities, versionNegotiation: { mode } });
  client.setRequestHandler('elicitation/create', approve);
  return [client, new newer.StreamableHTTPClientTransport(url)];
}

let first;
for (const kind of ['sdk 1', 'client 2, by handshake', 'client 2, by discovery']) {
  const [client, transport] = make(kind);
  await client.connect(transport);
  const call = (name, more) =>
    kind === 'sdk 1' ? client.callTool({ name, arguments: {} }, undefined, more) : client.callTool({ name, arguments: {} }, more);
  if (kind !== 'sdk 1') {
    const spoken = kind === 'client 2, by discovery' ? '2026-07-28' : '2025-11-25';
    assert.equal(client.getNegotiatedProtocolVersion(), spoken);
  }
  const { tools } = await client.listTools();
  const names = tools.map((tool) => tool.name);
  first ??= names;
  assert.deepEqual(names, first);
  assert.ok(names.includes('test_simple_text'), `${names}`);
  const text = await call('test_simple_text');
  assert.match(text.content[0].text, /simple text response/);
  const image = await call('test_image_content');
  assert.equal(image.content[0].type, 'image');
  const failed = await call('test_error_handling');
  assert.equal(failed.isError, true);
  const steps = [];
  await call('test_tool_with_progress', { onprogress: (step) => steps.push(step.progress) });
  assert.deepEqual(steps, [0, 50, 100]);
  const approved = await call('test_input_required_result_request_state');
  assert.match(approved.content[0].text, /simple text response/);
  await assert.rejects(call('no_such_tool'), /-32602|Unknown tool/);
  await client.close();
  console.log(`${kind}: ${names.length} tools`);
}
