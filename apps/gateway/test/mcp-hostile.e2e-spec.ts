import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ArtifactDetail, ArtifactVersion, Project } from '@pks/contracts';
import { ask, closeMcp, post, toCall } from './support/mcp.ts';
import { World } from './support/world.ts';

const world = new World();
const MIB = 1024 * 1024;
const ENVELOPE = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };

let project: Project;

beforeAll(async () => {
  project = await world.project();
});

afterAll(closeMcp);

interface RpcError {
  readonly id: unknown;
  readonly error: { readonly code: number; readonly message: string };
}

const send = (body: unknown, headers: Record<string, string> = {}) =>
  post<RpcError>(world.baseUrl, world.founderToken, body, { 'content-type': 'application/json', ...headers });

describe('a body that is no message', () => {
  it.each([
    ['empty', ''],
    ['cut off', '{"jsonrpc":"2.0","id":1,"method":'],
    ['not UTF-8', Buffer.from([0x22, 0xff, 0x22])],
    ['nested too deep', `${'['.repeat(200)}${']'.repeat(200)}`],
    ['with NUL', '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"\\u0000"}}'],
    ['with a lone surrogate', '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"\\ud800"}}'],
    ['with a number that loses digits', '{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}'],
    ['with __proto__', '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"__proto__":{}}}'],
    ['a text', '"ping"'],
    ['null', 'null'],
    ['a number', '7'],
    ['an object without a method', '{"jsonrpc":"2.0","id":1}'],
    ['of another JSON-RPC', '{"jsonrpc":"1.0","id":1,"method":"ping"}'],
    ['with an id that is none', '{"jsonrpc":"2.0","id":{},"method":"ping"}'],
  ])('is refused as JSON-RPC refuses it: %s', async (_what, body) => {
    const { status, body: answer } = await send(body);
    expect([status, answer]).toEqual([
      400,
      expect.objectContaining({
        jsonrpc: '2.0',
        error: expect.objectContaining({ code: expect.any(Number), message: expect.any(String) }),
      }),
    ]);
  });

  it('is told what is wrong with it', async () => {
    const { body } = await send('{"x":');
    expect(body).toMatchObject({
      id: null,
      error: { code: -32700, message: expect.stringContaining('not valid JSON') },
    });
    expect(await send('')).toMatchObject({
      status: 400,
      body: { id: null, error: { code: -32700, message: 'The body is empty.' } },
    });
  });
});

describe('a batch', () => {
  it.each([
    ['of calls', [toCall('list_projects', {}), toCall('list_projects', {})]],
    ['of nothing', []],
  ])('is not accepted: %s', async (_what, body) => {
    const answer = await send(JSON.stringify(body));
    expect([answer.status, answer.body.error]).toEqual([
      400,
      { code: -32600, message: 'Send one message in a request: batches are not accepted.' },
    ]);
  });
});

describe('a message', () => {
  it('may be as large as its call accepts, and no larger', async () => {
    const given = { project_id: project.id, slug: 'brief' };
    const large = toCall('append_version', { ...given, payload: 'x'.repeat(3 * MIB) });
    const appended = await post<{ result: { content: { text: string }[] } }>(
      world.baseUrl,
      world.founderToken,
      large,
    );
    expect(appended.status).toBe(200);
    const version = JSON.parse(appended.body.result.content[0]?.text ?? '') as ArtifactVersion;
    expect(version).not.toHaveProperty('payload');
    const brief = `/projects/${project.id}/artifacts/brief/?version=${version.version_number}`;
    const { body: stored } = await world.founder.get<ArtifactDetail>(brief);
    expect(stored.payload).toHaveLength(3 * MIB);
    const tooLarge = toCall('append_version', { ...given, payload: 'x'.repeat(4 * MIB) });
    expect((await send(tooLarge)).status).toBe(413);
    const signal = await send(toCall('submit_signal', { ...given, feedback: 'x'.repeat(MIB) }));
    expect([signal.status, signal.body.id, signal.body.error.code]).toEqual([413, 1, -32600]);
    const values = await send(toCall('submit_signal', { context: { list: Array(100_001).fill(0) } }));
    expect([values.status, values.body.error.message]).toEqual([
      400,
      'The body has more than 100,000 JSON values.',
    ]);
  });

  it('is sent as plain JSON', async () => {
    expect((await send('x=1', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415);
    expect((await send('{}', { 'content-encoding': 'gzip' })).status).toBe(415);
  });

  it('needs a client that accepts both types of answer where there is a handshake, and a version that is spoken', async () => {
    const capabilities = { 'io.modelcontextprotocol/clientCapabilities': {} };
    const without = ask('tools/list', { _meta: { ...ENVELOPE, ...capabilities } });
    for (const accept of ['application/json', '*/*', 'text/html']) {
      expect([accept, (await send(ask('ping'), { accept })).status]).toEqual([accept, 406]);
      const answer = await send(without, {
        accept,
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/list',
      });
      expect([accept, answer.status, answer.headers.get('content-type')]).toEqual([
        accept,
        200,
        'application/json',
      ]);
    }
    expect((await send(ask('ping'), { 'mcp-protocol-version': '2024-11-05' })).status).toBe(400);
    expect((await send(ask('ping'), { 'mcp-protocol-version': '2099-01-01' })).status).toBe(400);
    const supported = ['2026-07-28', '2025-11-25', '2025-06-18'];
    for (const requested of ['2024-11-05', '2099-01-01', 'bogus']) {
      const { status, body } = await send(ask('ping'), { 'mcp-protocol-version': requested });
      const message = `The protocol version "${requested}" is not supported: send ${supported.join(' or ')}.`;
      const error = { code: -32022, message, data: { supported, requested } };
      expect([status, body]).toEqual([400, { jsonrpc: '2.0', id: 1, error }]);
    }
  });

  it('in which a client offers an older version is answered with one that is spoken', async () => {
    const clientInfo = { name: 'old', version: '1' };
    const offered = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo };
    expect((await send(ask('initialize', offered))).body).toMatchObject({
      result: { protocolVersion: '2025-11-25' },
    });
  });

  it.each([
    ['an unknown method', ask('drop/tables'), -32601],
    ['a method that no server has', ask('sampling/createMessage'), -32601],
    ['a stream', { ...ask('subscriptions/listen'), params: { _meta: ENVELOPE } }, -32601],
    ['a subscription', ask('resources/subscribe', { uri: 'artifact://x/y' }), -32601],
    ['a log level', ask('logging/setLevel', { level: 'debug' }), -32601],
    ['a greeting without parameters', { jsonrpc: '2.0', id: 1, method: 'initialize' }, -32602],
    ['a greeting without a version', ask('initialize', { capabilities: {} }), -32602],
    ['a tool without a name', ask('tools/call', {}), -32602],
    [
      'a tool whose arguments are a list',
      ask('tools/call', { name: 'list_projects', arguments: [] }),
      -32602,
    ],
    [
      'a tool whose arguments are nothing',
      ask('tools/call', { name: 'list_projects', arguments: null }),
      -32602,
    ],
    ['a tool named as a method of objects', toCall('constructor', {}), -32602],
    ['a resource that is no text', ask('resources/read', { uri: 7 }), -32602],
    ['a cursor that is no text', ask('resources/list', { cursor: 7 }), -32602],
  ])('never fails: %s', async (_what, message, code) => {
    const { status, body } = await send(message);
    expect(status).toBeLessThan(500);
    expect(body.error.code).toBe(code);
  });

  it.each([[[]], [null], [7], ['{}']])(
    'that calls a tool with %j is refused in a sentence',
    async (wrong) => {
      const { status, body } = await send(ask('tools/call', { name: 'list_projects', arguments: wrong }));
      const message = 'The parameters are not those of this method.';
      expect([status, body.error]).toEqual([400, { code: -32602, message }]);
    },
  );

  it('that expects no answer gets none', async () => {
    const { status, text } = await send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect([status, text]).toEqual([202, '']);
    expect((await send({ jsonrpc: '2.0', id: 1, result: {} })).status).toBe(202);
  });

  it('may have arguments of any shape', async () => {
    const wrong = [7, null, true, [], {}, '', 'x'.repeat(3_000), '\u202e', { $gt: '' }, "' OR 1=1 --"];
    for (const value of wrong) {
      const given = { project_id: project.id, slug: value, query: value, top_k: value, feedback: value };
      for (const name of ['read_artifact', 'search_knowledge', 'submit_signal', 'append_version']) {
        const { status, body } = await send(toCall(name, given));
        expect([status, body]).toMatchObject([200, { result: { isError: true, _meta: { status: 400 } } }]);
      }
      const foreign = await send(toCall('list_artifacts', { project_id: value }));
      expect(foreign.body).toMatchObject({ result: { isError: true, _meta: { status: 400 } } });
    }
  });
});
