import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type GuardedNats, OBSERVER, eventually, freePort, outcomeOf, startGuardedNats } from '@pks/testing';
import { BusConnection, Unavailable } from '../../src/index.ts';
import { type Served, type Things, asAna, begin, openBus, ownThings } from '../fixtures/bus.ts';
import { type LogLine, capturedLog } from '../fixtures/captured-log.ts';

const INBOXES = { name: 'served', publish: ['_INBOX.>', 'allowed'], subscribe: ['_INBOX.served.>'] };
const REFUSAL = 'NATS refuses a subject: its user lacks the permission';

let things: Things;
let port: number;
let nats: GuardedNats;

beforeEach(async () => {
  things = ownThings();
  port = await freePort();
  nats = await startGuardedNats({ port, users: [INBOXES, OBSERVER] });
});
afterEach(() => nats.server.stop());

/** Restarts the server with further permissions, as an operator does to correct its users. */
async function restartWith(subscribe: readonly string[]): Promise<void> {
  await nats.server.stop();
  const corrected = { ...INBOXES, subscribe: [...INBOXES.subscribe, ...subscribe] };
  nats = await startGuardedNats({ port, users: [corrected, { ...INBOXES, name: 'late' }, OBSERVER] });
}

function refusalsIn(lines: readonly LogLine[]): unknown[] {
  return lines
    .filter(({ msg }) => msg === REFUSAL)
    .map(({ level, user, operation, subject }) => ({ level, user, operation, subject }));
}

describe('a service whose user may not receive its calls', () => {
  let served: Served & { open: Promise<void> };
  const greeting = async (): Promise<unknown> => {
    const bus = await openBus(nats.urlFor(OBSERVER.name));
    const outcome = await outcomeOf(bus.client.call(things.calls.greet, { name: 'Ana' }, asAna()));
    await bus.close();
    return outcome;
  };

  beforeEach(async () => {
    const handlers = { greet: async ({ name }: { name: string }) => ({ name }) };
    served = begin(handlers, { things, url: nats.urlFor('served') });
    await served.open;
  });
  afterEach(() => served.stop());

  it('is not ready, says which, and logs it once as an error', async () => {
    const subject = `${things.subject}.*`;
    await eventually('it is refused', () => served.connection.notReady?.includes('refuses') ?? false);
    expect(served.connection.notReady).toBe(
      `NATS refuses the subscription to ${subject}: its user lacks the permission.`,
    );
    expect(await greeting()).toEqual(new Unavailable().data);
    await nats.server.kill();
    await eventually('it is away', () => served.connection.notReady === 'NATS is away.');
    await nats.server.start();
    await eventually('it is refused again', () => served.connection.notReady?.includes(subject) ?? false);
    expect(refusalsIn(served.lines)).toEqual([
      { level: 50, user: 'served', operation: 'subscription', subject },
    ]);
  });

  it('works as soon as its user may, until it is closed', async () => {
    await eventually('it is refused', () => served.connection.notReady?.includes('refuses') ?? false);
    await restartWith([`${things.subject}.*`]);
    await eventually('it is ready', () => served.connection.connected && !served.connection.notReady);
    expect(await greeting()).toEqual({ answered: { name: 'Ana' } });
    await served.server.close();
    expect(await greeting()).toEqual(new Unavailable().data);
  });

  it('asks for nothing again when NATS is back while it is closed', async () => {
    await eventually('it is refused', () => served.connection.notReady?.includes('refuses') ?? false);
    const { native } = served.connection;
    const drained = Promise.withResolvers<void>();
    jest.spyOn(native, 'drain').mockReturnValueOnce(drained.promise);
    const subscribe = jest.spyOn(native, 'subscribe');
    let isBack = false;
    void (async () => {
      for await (const { type } of native.status()) isBack ||= type === 'reconnect';
    })();
    const closed = served.connection.close();
    await nats.server.kill();
    await nats.server.start();
    await eventually('it is back', () => isBack);
    drained.resolve();
    await closed;
    expect(subscribe).not.toHaveBeenCalled();
  });
});

describe('a process whose user may not publish to a subject', () => {
  it('logs that once, and goes on', async () => {
    const { log, lines } = capturedLog();
    const connection = new BusConnection(nats.urlFor('served'), 'served', log);
    const received: string[] = [];
    const observer = await openBus(nats.urlFor(OBSERVER.name));
    await observer.connection.subscribe('>', ({ subject }) => received.push(subject));
    connection.open();
    await eventually('it is connected', () => connection.connected);
    await observer.connection.flush();
    const acknowledgements = [
      '$JS.ACK.events.other.1.2',
      '$JS.ACK.events.other.3.4',
      '$JS.ACK._.aHash.events.other.5.6',
    ];
    for (const subject of ['elsewhere', 'elsewhere', ...acknowledgements]) connection.publish(subject, 'a');
    connection.publish('allowed', 'b');
    await eventually('the allowed one arrives', () => received.includes('allowed'));
    await connection.flush();
    await eventually('all are logged', () => refusalsIn(lines).length >= 3);
    const refusal = { level: 50, user: 'served', operation: 'publish' };
    expect(refusalsIn(lines)).toEqual([
      { ...refusal, subject: 'elsewhere' },
      { ...refusal, subject: '$JS.ACK.events.other' },
      { ...refusal, subject: '$JS.ACK._.aHash.events.other' },
    ]);
    expect(received).toEqual(['allowed']);
    expect(connection.notReady).toBeUndefined();
    await observer.close();
    await connection.close();
  });
});

describe('a process whose user the server does not know', () => {
  it('any more says so, not that NATS is away, until it does again', async () => {
    const { log, lines } = capturedLog();
    const connection = new BusConnection(nats.urlFor('served'), 'served', log);
    connection.open();
    await eventually('it is connected', () => connection.connected);
    await nats.server.stop();
    nats = await startGuardedNats({ port, users: [OBSERVER] });
    const refusal = 'NATS is away: AuthorizationError: Authorization Violation';
    await eventually('it is refused', () => connection.notReady === refusal);
    const { outages } = connection;
    await eventually('it tries again', () => connection.outages > outages + 2);
    expect(lines.map(({ level, msg, user }) => ({ level, msg, user }))).toEqual([
      { level: 40, msg: 'NATS disconnected', user: undefined },
      { level: 50, msg: 'NATS refuses the connection', user: 'served' },
    ]);
    await restartWith([]);
    await eventually('it is ready', () => connection.connected && !connection.notReady);
    await connection.close();
  });

  it('retries until it does, logs the reason once, and never the password', async () => {
    const { log, lines } = capturedLog();
    const { password } = new URL(nats.urlFor('served'));
    const connection = new BusConnection(`nats://late:${password}@127.0.0.1:${port}`, 'late', log);
    connection.open();
    await eventually('it is refused', () => lines.some(({ reason }) => /Authoriz/i.test(String(reason))));
    expect(connection.notReady).toBe('NATS is away: AuthorizationError: Authorization Violation');
    await restartWith([]);
    await eventually('it is connected', () => connection.connected);
    expect(lines.filter(({ reason }) => /Authoriz/i.test(String(reason)))).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toContain(password);
    await connection.close();
  });
});
