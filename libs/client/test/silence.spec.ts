import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Client, type ClientOptions, type StreamEvent, Unreachable } from '../src/index.ts';

const OPEN = 'id: 7\nevent: open\ndata: {}\n\n';
const HEARTBEAT = ': \n\n';

/** A connection whose bytes a test sends. */
class Connection {
  isClosed = false;
  private sink: ReadableStreamDefaultController<Uint8Array> | undefined;
  readonly body = new ReadableStream<Uint8Array>({
    start: (sink) => {
      this.sink = sink;
    },
    cancel: () => {
      this.isClosed = true;
    },
  });

  constructor(readonly after: string | null) {}

  send(text: string): void {
    this.sink?.enqueue(new TextEncoder().encode(text));
  }

  break(): void {
    this.sink?.error(new Error('The connection broke.'));
  }
}

let connections: Connection[];
let got: StreamEvent[];
/** Why the stream is no longer followed. */
let failure: unknown;
/** Whether nothing is answered to what is sent. */
let isSwallowed: boolean;

/** Lets a time pass, and what it leads to happen. */
const pass = (seconds: number): Promise<void> => jest.advanceTimersByTimeAsync(seconds * 1_000);

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  [connections, got, failure, isSwallowed] = [[], [], undefined, false];
});

afterEach(() => {
  jest.useRealTimers();
});

type Options = Pick<ClientOptions, 'silenceMs' | 'answersWithinMs'>;

function clientWith(options: Options): Client {
  const connect = (_address: unknown, init: RequestInit = {}): Promise<Response> => {
    const connection = new Connection(new Headers(init.headers).get('last-event-id'));
    connections.push(connection);
    if (!isSwallowed)
      return Promise.resolve(
        new Response(connection.body, { headers: { 'content-type': 'text/event-stream' } }),
      );
    return new Promise((_resolve, reject) => {
      init.signal?.addEventListener('abort', () => {
        connection.isClosed = true;
        reject(new DOMException('Aborted.', 'AbortError'));
      });
    });
  };
  return new Client({ baseUrl: 'http://x', token: 'T', fetch: connect, ...options });
}

/** Follows a stream. */
function follow(options: Options = {}, signal?: AbortSignal): void {
  const client = clientWith(options);
  const init = { path: { project_id: 'p' }, ...(signal && { signal }) };
  const stream = async (): Promise<void> => {
    for await (const event of client.events('/projects/{project_id}/notifications/stream/', init))
      got.push(event);
  };
  stream().catch((error: unknown) => {
    failure = error;
  });
}

it('is taken for dead after 40 s, and opened again after the last event', async () => {
  follow();
  await pass(0);
  connections[0]?.send(OPEN);
  await pass(39);
  expect(connections).toHaveLength(1);
  await pass(2);
  expect(connections.map(({ after, isClosed }) => [after, isClosed])).toEqual([
    [null, true],
    ['7', false],
  ]);
  connections[1]?.send('id: 8\nevent: created\ndata: {"n":1}\n\n');
  await pass(0);
  expect(got.map(({ id }) => id)).toEqual(['7', '8']);
});

it('is opened again also where the answer to that does not come', async () => {
  follow();
  await pass(0);
  connections[0]?.send(OPEN);
  isSwallowed = true;
  await pass(41);
  isSwallowed = false;
  expect(connections).toHaveLength(2);
  await pass(41);
  expect(connections.map(({ after, isClosed }) => [after, isClosed])).toEqual([
    [null, true],
    ['7', true],
    ['7', false],
  ]);
});

it('is alive while heartbeats come', async () => {
  follow();
  await pass(0);
  connections[0]?.send(OPEN);
  for (let beat = 0; beat < 10; beat += 1) {
    await pass(15);
    connections[0]?.send(HEARTBEAT);
  }
  await pass(0);
  expect(connections.map(({ isClosed }) => isClosed)).toEqual([false]);
});

it('is opened again however often it breaks, while heartbeats come in between', async () => {
  follow();
  await pass(0);
  connections[0]?.send(OPEN);
  for (let broken = 0; broken < 6; broken += 1) {
    await pass(15);
    connections[broken]?.send(HEARTBEAT);
    await pass(0);
    connections[broken]?.break();
    await pass(10);
  }
  expect(connections.map(({ after }) => after)).toEqual([null, '7', '7', '7', '7', '7', '7']);
  connections[6]?.send('id: 8\nevent: created\ndata: {"n":1}\n\n');
  await pass(0);
  expect(got.map(({ id }) => id)).toEqual(['7', '8']);
});

it('is given up when it breaks again and again without a sign', async () => {
  follow();
  await pass(0);
  connections[0]?.send(OPEN);
  await pass(0);
  for (let broken = 0; broken < 6; broken += 1) {
    connections[broken]?.break();
    await pass(10);
  }
  expect(connections).toHaveLength(5);
  expect(failure).toBeInstanceOf(Unreachable);
});

it('is given up when it breaks again and again as soon as it is open', async () => {
  follow();
  await pass(0);
  for (const [broken, pause] of [0.2, 0.4, 0.8, 1.6, 3.2].entries()) {
    connections[broken]?.send(HEARTBEAT);
    await pass(0);
    connections[broken]?.break();
    await pass(pause);
  }
  expect(connections).toHaveLength(5);
  expect(failure).toBeInstanceOf(Unreachable);
});

it('ends at once when the caller gives up before it is opened again', async () => {
  const controller = new AbortController();
  follow({}, controller.signal);
  await pass(0);
  connections[0]?.break();
  await pass(0);
  expect(failure).toBeUndefined();
  controller.abort();
  await pass(0);
  expect(failure).toMatchObject({ name: 'AbortError' });
  expect(connections).toHaveLength(1);
});

it('may be silent for as long as the client is told', async () => {
  follow({ silenceMs: 5_000 });
  await pass(4);
  expect(connections).toHaveLength(1);
  await pass(2);
  expect(connections).toHaveLength(2);
});

it.each([Infinity, 2 ** 31])('may be silent for ever with %d', async (silenceMs) => {
  follow({ silenceMs });
  await pass(0);
  connections[0]?.send(OPEN);
  await pass(100_000);
  expect(connections.map(({ isClosed }) => isClosed)).toEqual([false]);
});

describe('a call', () => {
  const path = { project_id: 'p' };

  beforeEach(() => {
    isSwallowed = true;
  });

  it('is made again after 60 s without an answer, and fails after the fifth time', async () => {
    clientWith({})
      .get('/users/me/')
      .catch((error: unknown) => {
        failure = error;
      });
    await pass(59);
    expect(connections.map(({ isClosed }) => isClosed)).toEqual([false]);
    await pass(3);
    expect(connections.map(({ isClosed }) => isClosed)).toEqual([true, false]);
    await pass(4 * 62);
    expect(connections).toHaveLength(5);
    expect(failure).toBeInstanceOf(Unreachable);
  });

  it('may take as long as the client is told', async () => {
    void clientWith({ answersWithinMs: 5_000 }).get('/users/me/');
    void clientWith({ answersWithinMs: Infinity }).get('/users/me/');
    void clientWith({ answersWithinMs: 2 ** 31 }).get('/users/me/');
    await pass(4);
    expect(connections.map(({ isClosed }) => isClosed)).toEqual([false, false, false]);
    await pass(2);
    expect(connections.map(({ isClosed }) => isClosed)).toEqual([true, false, false, false]);
  });

  it('may take longer for the whole answer of an agent', async () => {
    void clientWith({}).post('/projects/{project_id}/playground-conversations/{conversation_id}/messages/', {
      path: { ...path, conversation_id: 'c' },
      body: { content: 'Why?' },
    });
    await pass(129);
    expect(connections.map(({ isClosed }) => isClosed)).toEqual([false]);
    await pass(3);
    expect(connections.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  });

  it('may take longer for what it sends', async () => {
    const feedback = 'x'.repeat(16_384 * 20);
    void clientWith({}).post('/projects/{project_id}/signals/', { path, body: { feedback } });
    await pass(79);
    expect(connections).toHaveLength(1);
    await pass(3);
    expect(connections).toHaveLength(2);
  });

  it('takes any time for files', async () => {
    const body = new FormData();
    void clientWith({}).post('/projects/{project_id}/documents/bulk-upload/', { path, body });
    await pass(3_000);
    expect(connections.map(({ isClosed }) => isClosed)).toEqual([false]);
  });

  it('waits for an attempt that is still running as long as for an answer', async () => {
    let sent = 0;
    const fetch = (): Promise<Response> => {
      sent += 1;
      if (sent === 1) return Promise.reject(new Error('The connection broke.'));
      return Promise.resolve(Response.json({}, { status: 409, headers: { 'retry-after': '1' } }));
    };
    new Client({ baseUrl: 'http://x', token: 'T', fetch, answersWithinMs: 20_500 })
      .post('/projects/{project_id}/signals/', { path, body: { feedback: 'Late.' } })
      .catch((error: unknown) => {
        failure = error;
      });
    await pass(19);
    expect([sent, failure]).toEqual([20, undefined]);
    await pass(2);
    expect([sent, failure]).toEqual([22, expect.objectContaining({ status: 409 })]);
  });
});
