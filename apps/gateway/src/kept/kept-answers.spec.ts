import { randomUUID } from 'node:crypto';
import { runInThisContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Caller, artifacts } from '@pks/contracts';
import { BusConnection, Forbidden, type Reply, loadConfig } from '@pks/platform/process';
import { TEST_SECRET, aCaller, eventually, silentLog } from '@pks/testing';
import { GatewayConfig } from '../gateway.config.ts';
import { KeptAnswers } from './kept-answers.ts';

/** A connection to a server that has no messages from others. */
class QuietConnection extends BusConnection {
  flushes = 0;

  override flush(): Promise<void> {
    this.flushes += 1;
    return Promise.resolve();
  }

  override get connected(): boolean {
    return true;
  }
}

/** A service that answers when a test says so, and records who asked. */
class WaitingService {
  readonly asked: string[] = [];
  readonly answer = Promise.withResolvers<Reply>();

  ask(name: string): Promise<Reply> {
    this.asked.push(name);
    return this.answer.promise;
  }
}

const REPLY: Reply = { count: 0, body: new Uint8Array(Buffer.from('[]')), replayed: false };
const request = { project_id: randomUUID(), scope: 'all', limit: 1, offset: 0 };
let connection: QuietConnection;
let service: WaitingService;
let kept: KeptAnswers;

beforeEach(() => {
  // Answers are kept for a moment; in these tests no time passes.
  jest.spyOn(performance, 'now').mockReturnValue(performance.now());
  connection = new QuietConnection('nats://127.0.0.1:1', 'gateway', silentLog());
  service = new WaitingService();
  kept = new KeptAnswers(connection, loadConfig(GatewayConfig, { CALLER_SECRET: TEST_SECRET }), silentLog());
});

afterEach(() => void jest.restoreAllMocks());

const answer = (name: string, caller: Caller, present: () => Promise<Caller | null>): Promise<Reply> =>
  kept.answer({ rpc: artifacts.calls.list, request, caller, present }, async () => ({
    caller: await present(),
    reply: await service.ask(name),
  }));

/** The answer to a caller who waits for another caller's answer, and has changed by then. */
async function answerFor(caller: Caller, present: () => Promise<Caller | null>): Promise<Reply> {
  const other = aCaller();
  const first = answer('first', other, () => Promise.resolve(other));
  const second = answer('second', caller, present);
  const outcome = Promise.allSettled([second]);
  await eventually('the second one waits', () => connection.flushes > 0);
  service.answer.resolve(REPLY);
  await first;
  await outcome;
  return second;
}

describe('an answer that somebody else is waiting for already', () => {
  it('is that of everybody who may still have it', async () => {
    const caller = aCaller();
    const again = aCaller();
    expect(await answerFor(caller, () => Promise.resolve(again))).toMatchObject(REPLY);
    expect(service.asked).toEqual(['first']);
  });

  it('is not for who may no longer ask', async () => {
    await expect(answerFor(aCaller(), () => Promise.reject(new Forbidden()))).rejects.toThrow(Forbidden);
    expect(service.asked).toEqual(['first']);
  });

  it('is not for who has other rights by then', async () => {
    const caller = aCaller();
    const changed = { ...caller, project: null };
    expect(await answerFor(caller, () => Promise.resolve(changed))).toMatchObject(REPLY);
    expect(service.asked).toEqual(['first', 'second']);
  });
});

it('is given again to nobody when its caller had other rights by the time that the service was asked', async () => {
  const caller = aCaller();
  service.answer.resolve(REPLY);
  await answer('first', caller, () => Promise.resolve({ ...caller, project: null }));
  await answer('second', caller, () => Promise.resolve(caller));
  await answer('third', caller, () => Promise.resolve(caller));
  expect(service.asked).toEqual(['first', 'second']);
});

it('is not waited for once it has expired, where the gateways cannot be told of a write', async () => {
  // Node warns of a negative time in plain text, on the real process object; a specification has only a copy
  // of it.
  const warned = jest.spyOn(runInThisContext('process') as typeof process, 'emitWarning');
  let moment = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => (moment += 1_000));
  await kept.settle(artifacts.calls.create, request, () => Promise.resolve());
  expect(warned).not.toHaveBeenCalled();
});
