import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Rpc, toolRuns, tools } from '@pks/contracts';
import {
  BusClient,
  BusConnection,
  BusSeal,
  type CallContext,
  ChunkedBody,
  DeadlineExceeded,
  Forbidden,
  Invalid,
  type Reply,
  SystemClock,
  loadConfig,
} from '@pks/platform/process';
import { TEST_SECRET, aCaller, eventually, silentLog } from '@pks/testing';
import { GatewayConfig } from '../gateway.config.ts';
import { KeptAnswers } from '../kept/kept-answers.ts';
import { EarlyRefusals } from './early-refusals.ts';
import { ServiceCalls } from './service-calls.ts';
import { ServiceTurns } from './service-turns.ts';

/** How many calls of one tenant may be under way to a service at a time. */
const MOST_OF_ONE = 48;
const MOST_LASTING_OF_ONE = 64;
const DEADLINE_MS = 10_000;
const ORIGIN = { requestId: 'none', caller: null };

/** A client whose calls are never answered. */
class SilentClient extends BusClient {
  readonly sent: (readonly [Rpc, CallContext])[] = [];

  override forward(rpc: Rpc, _request: object, context: CallContext): Promise<never> {
    this.sent.push([rpc, context]);
    return new Promise(() => undefined);
  }

  override call(rpc: Rpc, request: object, context: CallContext): Promise<never> {
    return this.forward(rpc, request, context);
  }
}

/** A client whose calls are answered at once. */
class PromptClient extends BusClient {
  constructor(
    private readonly given: () => Promise<Reply>,
    ...client: ConstructorParameters<typeof BusClient>
  ) {
    super(...client);
  }

  override forward(): Promise<Reply> {
    return this.given();
  }
}

const { list } = tools.calls;
const { run } = toolRuns.calls;
const connection = new BusConnection('nats://127.0.0.1:1', 'gateway', silentLog());
const identity = { name: 'gateway', seal: new BusSeal(TEST_SECRET) } as const;
let client: SilentClient;
let calls: ServiceCalls;

beforeEach(() => {
  client = new SilentClient(connection, identity);
  calls = callsOf(client);
});

function callsOf(bus: BusClient): ServiceCalls {
  const env = { CALLER_SECRET: TEST_SECRET, REQUEST_DEADLINE_MS: String(DEADLINE_MS) };
  const config = loadConfig(GatewayConfig, env);
  const kept = new KeptAnswers(connection, config, silentLog());
  return new ServiceCalls(bus, config, new ServiceTurns(new SystemClock(), new EarlyRefusals()), kept);
}

const project_id = randomUUID();
/** Ignores the failure of a call that is never answered: while it waits for its turn, it fails at its deadline. */
const begun = (call: Promise<unknown>): void => void call.catch(() => undefined);
const lists = (origin = ORIGIN): void =>
  begun(calls.forwardInTurn('a', list, { project_id, limit: 1, offset: 0 }, origin));
const runs = (): void =>
  begun(calls.forwardInTurn('a', run, { project_id, tool_id: randomUUID(), parameters: {} }, ORIGIN));

describe('a call of a service', () => {
  it('has the deadline of the configuration, or its own where that is later', () => {
    const before = Date.now();
    lists();
    runs();
    const [listed, ran] = client.sent.map(([, { deadline }]) => deadline - before);
    expect(listed).toBeGreaterThanOrEqual(DEADLINE_MS);
    expect(listed).toBeLessThan(run.lastsMs ?? 0);
    expect(ran).toBeGreaterThanOrEqual(run.lastsMs ?? Number.NaN);
  });

  it('has what the look-up of its caller has left of it', () => {
    const before = Date.now();
    const origin = { ...ORIGIN, spentMs: 8_000 };
    lists(origin);
    const [[, context] = []] = client.sent;
    expect(context).not.toHaveProperty('spentMs');
    expect(context?.deadline).toBeGreaterThanOrEqual(before + DEADLINE_MS - 8_000);
    expect(context?.deadline).toBeLessThan(before + DEADLINE_MS);
  });

  it.each(['forwardInTurn', 'callInTurn'] as const)(
    'is made as the caller of the moment at which its turn comes, if they may still make it: %s',
    async (inTurn) => {
      const request = { project_id, limit: 1, offset: 0 };
      const withdrawn = () => Promise.reject(new Forbidden());
      const refused = calls[inTurn]('a', list, request, { ...ORIGIN, present: withdrawn });
      await expect(refused).rejects.toThrow(Forbidden);
      expect(client.sent).toEqual([]);
      const caller = aCaller();
      begun(calls[inTurn]('a', list, request, { ...ORIGIN, present: () => Promise.resolve(caller) }));
      await eventually('it is made', () => client.sent.length > 0);
      expect(client.sent.map(([, context]) => context.caller)).toEqual([caller]);
    },
  );

  it('is over at its deadline, and its turn with it, however long the look-up of its caller takes then', async () => {
    const never = () => new Promise<never>(() => undefined);
    const origin = { ...ORIGIN, spentMs: DEADLINE_MS - 100, present: never };
    const request = { project_id, limit: 1, offset: 0 };
    const late = Array.from({ length: MOST_OF_ONE }, () => calls.forwardInTurn('a', list, request, origin));
    const outcomes = await Promise.allSettled(late);
    expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 'rejected'));
    await expect(late[0]).rejects.toThrow(DeadlineExceeded);
    lists();
    expect(client.sent).toHaveLength(1);
  });

  it('does not wait for lasting ones, nor do these for it', () => {
    for (let n = 0; n < MOST_LASTING_OF_ONE + 1; n += 1) runs();
    expect(client.sent).toHaveLength(MOST_LASTING_OF_ONE);
    for (let n = 0; n < MOST_OF_ONE + 1; n += 1) lists();
    expect(client.sent.map(([rpc]) => rpc)).toEqual([
      ...Array<Rpc>(MOST_LASTING_OF_ONE).fill(run),
      ...Array<Rpc>(MOST_OF_ONE).fill(list),
    ]);
  });

  describe('that was answered', () => {
    const reply: Reply = { count: undefined, replayed: false, body: Buffer.from('[]') };
    const running = { project_id, tool_id: randomUUID(), parameters: {} };
    const listing = { project_id, limit: 1, offset: 0 };

    /** A caller who is looked up when the call's turn comes, and whose access is withdrawn after that. */
    function withdrawn() {
      const asked = { times: 0 };
      const present = async () => {
        asked.times += 1;
        if (asked.times > 1) throw new Forbidden();
        return aCaller();
      };
      return { asked, origin: { ...ORIGIN, present } };
    }

    it.each([
      ['its answer', () => Promise.resolve(reply)],
      ['what was wrong', () => Promise.reject(Invalid.field('document_id', 'The document is broken.'))],
    ])('is over with the caller’s access, if it lasts: they do not get %s', async (_what, answer) => {
      const { origin } = withdrawn();
      const over = callsOf(new PromptClient(answer, connection, identity));
      await expect(over.forwardInTurn('a', run, running, origin)).rejects.toThrow(Forbidden);
    });

    it('is left by its receiver if its caller does not get it', async () => {
      const { origin } = withdrawn();
      const notes = { length: 2, digest: '', deadline: Date.now() + DEADLINE_MS };
      const body = new ChunkedBody(notes, { taken: () => undefined, left: () => undefined });
      const leave = jest.spyOn(body, 'leave');
      const over = callsOf(new PromptClient(() => Promise.resolve({ ...reply, body }), connection, identity));
      await expect(over.forwardInTurn('a', run, running, origin)).rejects.toThrow(Forbidden);
      expect(leave).toHaveBeenCalledTimes(1);
    });

    it('gives the answer, and what was wrong, to a caller who may still make it', async () => {
      const origin = { ...ORIGIN, present: async () => aCaller() };
      const wrong = Invalid.field('document_id', 'The document is broken.');
      const good = callsOf(new PromptClient(() => Promise.resolve(reply), connection, identity));
      const bad = callsOf(new PromptClient(() => Promise.reject(wrong), connection, identity));
      await expect(good.forwardInTurn('a', run, running, origin)).resolves.toBe(reply);
      await expect(bad.forwardInTurn('a', run, running, origin)).rejects.toBe(wrong);
    });

    it('looks its caller up once, if it does not last', async () => {
      const { origin, asked } = withdrawn();
      const short = callsOf(new PromptClient(() => Promise.resolve(reply), connection, identity));
      await expect(short.forwardInTurn('a', list, listing, origin)).resolves.toBe(reply);
      expect(asked.times).toBe(1);
    });
  });
});
