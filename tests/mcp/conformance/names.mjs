// Stands between the conformance suite and a worker: the suite's tools are `test_…`, those of the worker, whose names
// begin with their namespace, `test__…`. Nothing else is touched. `node names.mjs PORT PORT_OF_THE_WORKER`
import http from 'node:http';

const [port, worker] = process.argv.slice(2).map(Number);
const inwards = (name) => name.replace(/^test_(?!_)/, 'test__');

function rename(body) {
  let message;
  try {
    message = JSON.parse(body);
  } catch {
    return body;
  }
  const name = message?.params?.name;
  if (message?.method !== 'tools/call' || typeof name !== 'string') return body;
  return JSON.stringify({ ...message, params: { ...message.params, name: inwards(name) } });
}

http.createServer((request, response) => {
  const pieces = [];
  request.on('data', (piece) => pieces.push(piece));
  request.on('end', () => {
    const body = rename(Buffer.concat(pieces).toString());
    const headers = { ...request.headers };
    delete headers['transfer-encoding'];
    // what comes back is read here
    delete headers['accept-encoding'];
    if (body || request.method === 'POST') headers['content-length'] = Buffer.byteLength(body);
    if (headers['mcp-name']) headers['mcp-name'] = inwards(headers['mcp-name']);
    const { method, url } = request;
    const to = http.request({ host: '127.0.0.1', port: worker, method, path: url, headers }, (answer) => {
      const headers = { ...answer.headers };
      delete headers['content-length'];
      response.writeHead(answer.statusCode, headers);
      response.flushHeaders();
      // a list is one piece
      answer.on('data', (piece) => response.write(piece.toString().replaceAll('"name":"test__', '"name":"test_')));
      answer.on('end', () => response.end());
      answer.on('error', () => response.destroy());
    });
    to.on('error', () => response.destroy());
    response.on('close', () => to.destroy());
    to.end(body);
  });
}).listen(port, '127.0.0.1');
