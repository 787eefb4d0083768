import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type OwnServer,
  type TestBus,
  type TestDatabase,
  cloneDatabase,
  eventually,
  freePort,
  outcomeOf,
  pause,
  startGuardedNats,
  startOwnNats,
  whileFrozen,
} from '@pks/testing';
import pg from 'pg';
import { type CallContext, ReplayedFault, Unavailable } from '../../src/index.ts';
import { CLOCKS_DIFFER_MS } from '../../src/bus/wire.ts';
import { asAna, openBus } from '../fixtures/bus.ts';
import { emptyDatabase } from '../fixtures/empty-database.ts';
import { KeeperProcess } from '../fixtures/keeper-process.ts';
import { type Keeper, keeperContract } from '../fixtures/service/keeper.contract.ts';
import { keeperSchema } from '../fixtures/service/keeper.database.ts';

let bus: TestBus;
let clone: TestDatabase;
let client: pg.Client;
let keeper: Keeper;
let env: Record<string, string>;
let running: KeeperProcess[] = [];

beforeAll(async () => {
  bus = await openBus();
  clone = await cloneDatabase(keeperSchema);
  client = new pg.Client({ connectionString: clone.url });
  await client.connect();
});
beforeEach(() => {
  const subject = `test-${randomUUID().slice(0, 8)}.keeper`;
  keeper = keeperContract(subject);
  env = { SUBJECT: subject, DATABASE_URL: clone.url, DATABASE_POOL_SIZE: '4' };
});
afterEach(async () => {
  await Promise.all(running.map((one) => one.stop('SIGKILL')));
  running = [];
});
afterAll(async () => {
  await client.end();
  await clone.drop();
  await bus.close();
});

async function start(more: Record<string, string> = {}): Promise<KeeperProcess> {
  const one = await KeeperProcess.start({ ...env, ...more });
  running.push(one);
  return one;
}

function keep(name: string, then = 'nothing', context: CallContext = asAna()): Promise<unknown> {
  return outcomeOf(bus.client.call(keeper.calls.keep, { name, then }, context));
}

async function kept(name: string): Promise<number> {
  const { rows } = await client.query<{ n: string }>(
    'SELECT count(*) AS n FROM keeper.names WHERE name = $1',
    [name],
  );
  return Number(rows[0]?.n);
}

describe('SIGTERM', () => {
  it('loses nothing: of 2,400 calls to two replicas under load, one of them stopped in the middle, none fails', async () => {
    const [first] = await Promise.all([start(), start()]);
    const failed: unknown[] = [];
    const by = new Map<string, number>();
    let begun = 0;
    let stopped: Promise<unknown> | undefined;
    const callers = Array.from({ length: 24 }, async () => {
      while ((begun += 1) <= 2_400) {
        if (begun === 1_000) stopped = first.stop();
        const outcome = (await keep(randomUUID(), '5')) as { answered?: { by: string } };
        if (outcome.answered) by.set(outcome.answered.by, (by.get(outcome.answered.by) ?? 0) + 1);
        else failed.push(outcome);
      }
    });
    await Promise.all(callers);
    expect(failed).toEqual([]);
    expect(await stopped).toEqual({ code: 0, signal: null });
    expect([...by.values()].reduce((sum, n) => sum + n, 0)).toBe(2_400);
    expect(by.size).toBe(2);
    expect(Math.min(...by.values())).toBeGreaterThan(100);
  });

  it('writes what was counted of a user', async () => {
    const one = await start();
    const context = asAna();
    const idempotency = { key: randomUUID(), fingerprint: 'body', operation: 'POST /names/' };
    await keep(randomUUID(), 'nothing', { ...context, idempotency });
    await one.stop();
    const { rows } = await client.query('SELECT keys FROM keeper.idempotency_usage WHERE user_id = $1', [
      context.caller?.user_id,
    ]);
    expect(rows).toEqual([{ keys: 1 }]);
  });

  it('of which the stop takes too long answers who still waits, before the process ends', async () => {
    const one = await start({ STOP_WITHIN_MS: '1500' });
    const names = [randomUUID(), randomUUID()];
    const calls = names.map((name) => keep(name, '3600000', asAna(30_000)));
    for (const name of names) await eventually('it runs', async () => (await kept(name)) === 1);
    const ended = one.stop();
    expect(await Promise.all(calls)).toEqual([new Unavailable().data, new Unavailable().data]);
    expect(await ended).toEqual({ code: 1, signal: null });
    expect(one.lines).toContainEqual(
      expect.objectContaining({ msg: 'the stop takes too long: what still runs is cut off', calls: 2 }),
    );
  });

  it('stops a service that still waits for its database and for NATS', async () => {
    const nowhere = await freePort();
    const one = KeeperProcess.spawn({
      ...env,
      NATS_URL: `nats://127.0.0.1:${nowhere}`,
      DATABASE_URL: `postgres://nobody@127.0.0.1:${nowhere}/none`,
    });
    running.push(one);
    await eventually('it tries', () => one.said('database not ready'));
    expect(await one.stop()).toEqual({ code: 0, signal: null });
    expect(one.said('started')).toBe(false);
    expect(one.errors).toBe('');
  });

  it('stops a service that has its database and still waits for NATS', async () => {
    const one = KeeperProcess.spawn({ ...env, NATS_URL: `nats://127.0.0.1:${await freePort()}` });
    running.push(one);
    await eventually('it tries', () => one.lines.some((line) => /NATS/.test(String(line['msg']))));
    expect(await one.stop('SIGINT')).toEqual({ code: 0, signal: null });
    expect(one.errors).toBe('');
  });
});

describe('a process', () => {
  it('migrates its schema, even when another one does so concurrently', async () => {
    const empty = await emptyDatabase();
    const both = await Promise.all([1, 2].map(() => start({ DATABASE_URL: empty.url })));
    expect(await keep('first')).toMatchObject({ answered: { name: 'first' } });
    expect(await Promise.all(both.map((one) => one.stop()))).toEqual(
      Array(2).fill({ code: 0, signal: null }),
    );
    expect(both.map((one) => one.errors)).toEqual(['', '']);
    await empty.drop();
  });

  it('exits with its parent when that is configured, even if its output is gone', async () => {
    const one = await start({ EXIT_WITH_PARENT: '1' });
    one.child.stdout?.destroy();
    one.child.stderr?.destroy();
    one.child.stdin?.end();
    expect(await one.ended).toMatchObject({ signal: null });
  });

  it('names the invalid variable in one sentence, and exits with 1', async () => {
    const one = KeeperProcess.spawn({ ...env, CALLER_SECRET: 'hunter2', DATABASE_POOL_SIZE: 'many' });
    expect(await one.ended).toEqual({ code: 1, signal: null });
    expect(one.errors.trim().split('\n')).toHaveLength(1);
    expect(one.errors).toMatch(/CALLER_SECRET: .*DATABASE_POOL_SIZE: /);
    expect(one.errors).not.toContain('hunter2');
  });

  it('does not start without the address of a database, and names the variable', async () => {
    const one = KeeperProcess.spawn({ ...env, DATABASE_URL: '' });
    running.push(one);
    expect(await one.ended).toEqual({ code: 1, signal: null });
    expect(one.errors).toBe('keeper cannot start: Set KEEPER_DATABASE_URL or DATABASE_URL.\n');
  });

  it('reports in one sentence that its management port is taken, and exits with 1', async () => {
    const HEALTH_PORT = String(await freePort());
    await start({ HEALTH_PORT });
    const other = KeeperProcess.spawn({ ...env, HEALTH_PORT });
    expect(await other.ended).toEqual({ code: 1, signal: null });
    expect(other.errors).toMatch(/^keeper cannot start: .*EADDRINUSE.*\n$/);
    expect(other.errors).toContain(' HEALTH_PORT: ');
    expect(other.lines).toEqual([]);
  });

  it.each([
    ['HEALTH_HOST', { HEALTH_HOST: '203.0.113.9', HEALTH_PORT: '0' }],
    ['NATS_CA', { NATS_CA: '/nowhere/authority.pem' }],
    ['NATS_CA', { NATS_CA: fileURLToPath(import.meta.url) }],
  ])('stops at its start because of a %s that is of no use, and exits with 1', async (variable, wrong) => {
    const one = KeeperProcess.spawn({ ...env, ...wrong });
    running.push(one);
    expect(await one.ended).toEqual({ code: 1, signal: null });
    expect(one.errors).toMatch(
      new RegExp(`^keeper cannot start: The environment is not usable\\. ${variable}: .*\n$`),
    );
  });

  it('is ready while NATS and the database are there, and its metrics count its calls', async () => {
    const port = await freePort();
    const nats: OwnServer = await startOwnNats();
    const one = await start({ HEALTH_PORT: String(port), NATS_URL: nats.url });
    const own = await openBus(nats.url);
    const ready = async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).status;
    expect(await ready()).toBe(200);
    await own.client.call(keeper.calls.keep, { name: randomUUID(), then: 'nothing' }, asAna());
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(metrics).toContain(`call="${keeper.calls.keep.subject}",outcome="ok"} 1`);
    expect(metrics).toContain('# HELP jobs_waiting ');
    expect(metrics).toContain('\nbus_calls_waiting 0\n');
    await nats.kill();
    await eventually('it is not ready', async () => (await ready()) === 503);
    expect((await fetch(`http://127.0.0.1:${port}/health/live`)).status).toBe(200);
    await nats.start();
    await eventually('it is ready again', async () => (await ready()) === 200);
    await own.close();
    expect(await one.stop()).toEqual({ code: 0, signal: null });
    await nats.stop();
  });
});

describe('a service whose NATS user lacks a permission', () => {
  it('runs, is not ready, and says why', async () => {
    const user = { name: 'keeper', publish: ['_INBOX.>'], subscribe: ['_INBOX.keeper.>'] };
    const guarded = await startGuardedNats({ users: [user] });
    const port = await freePort();
    const one = await start({ HEALTH_PORT: String(port), NATS_URL: guarded.urlFor('keeper') });
    const response = await fetch(`http://127.0.0.1:${port}/health/ready`);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      parts: {
        nats: `NATS refuses the subscription to ${env['SUBJECT']}.*: its user lacks the permission.`,
        calls: null,
      },
    });
    expect(await one.stop()).toEqual({ code: 0, signal: null });
    await guarded.server.stop();
  });
});

describe('a process that dies in a call under an idempotency key', () => {
  const repeatable = (deadlineMs = 5_000): CallContext => ({
    ...asAna(deadlineMs),
    idempotency: { key: randomUUID(), fingerprint: 'f', operation: 'POST /names/' },
  });
  const again = (context: CallContext): CallContext => ({
    ...asAna(),
    ...context,
    deadline: Date.now() + 10_000,
  });

  it('before the commit has no effect: the repetition runs', async () => {
    const one = await start();
    const [name, context] = [randomUUID(), repeatable()];
    expect(await keep(name, 'die-before', context)).toMatchObject({ kind: 'deadline_exceeded' });
    expect(await one.ended).toEqual({ code: null, signal: 'SIGKILL' });
    expect(await kept(name)).toBe(0);
    await start();
    expect(await keep(name, 'nothing', again(context))).toMatchObject({ answered: { name } });
    expect(await kept(name)).toBe(1);
  });

  it('after the commit and before the answer has an effect: the repetition gets the first answer', async () => {
    const one = await start();
    const [name, context] = [randomUUID(), repeatable()];
    expect(await keep(name, 'die-after', context)).toMatchObject({ kind: 'deadline_exceeded' });
    expect(await one.ended).toEqual({ code: null, signal: 'SIGKILL' });
    expect(await kept(name)).toBe(1);
    const other = await start();
    const reply = await bus.client.forward(keeper.calls.keep, { name, then: 'die-after' }, again(context));
    expect(reply.replayed).toBe(true);
    expect(JSON.parse(Buffer.from(reply.body as Uint8Array).toString())).toEqual({
      name,
      by: String(one.pid),
    });
    expect(other.child.exitCode).toBeNull();
    expect(await kept(name)).toBe(1);
  });

  it('after a refusal replays the refusal, without any effect', async () => {
    await start();
    const [name, context] = [randomUUID(), repeatable(60_000)];
    const refusal = { kind: 'conflict', message: `${name} is taken.` };
    expect(await keep(name, 'refuse', context)).toEqual(refusal);
    const call = bus.client.call(keeper.calls.keep, { name, then: 'refuse' }, again(context));
    await expect(call).rejects.toBeInstanceOf(ReplayedFault);
    await expect(call).rejects.toMatchObject({ data: refusal });
    expect(await kept(name)).toBe(0);
  });
});

describe('a process that was frozen', () => {
  it('does not begin what is past its deadline, and continues with new calls', async () => {
    const one = await start();
    await whileFrozen(one.pid, async () => {
      const context = { ...asAna(), deadline: Date.now() + 300 };
      expect(await keep('nobody waits', 'nothing', context)).toMatchObject({
        kind: 'deadline_exceeded',
      });
      await pause(300 + CLOCKS_DIFFER_MS);
    });
    expect(await keep('somebody waits')).toMatchObject({ answered: { name: 'somebody waits' } });
    expect(await kept('nobody waits')).toBe(0);
  });
});
