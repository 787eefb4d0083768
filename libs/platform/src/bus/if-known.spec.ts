import { expect, it } from '@jest/globals';
import { capturedLog } from '../../test/fixtures/captured-log.ts';
import { within } from '../calls/call-context.ts';
import { DeadlineExceeded, Forbidden, NotFound, Unavailable } from '../errors/fault.ts';
import { ifKnown } from './if-known.ts';

const PROBLEM = 'the title could not be looked up';
const aCallOf = (ms: number) => ({ requestId: 'r', deadline: Date.now() + ms, caller: null });

/** Asks within a call; returns the answer and the logged messages. */
async function asked(answer: () => Promise<string>): Promise<[string | undefined, string[]]> {
  const { log, lines } = capturedLog();
  const known = await within(aCallOf(10_000), () => ifKnown(log, PROBLEM, answer));
  return [known, lines.map(({ msg }) => String(msg))];
}

it('is what another service answers', async () => {
  expect(await asked(() => Promise.resolve('Reefs'))).toEqual(['Reefs', []]);
});

it.each([new NotFound(), new Forbidden()])('is unknown where the caller is refused: %s', async (fault) => {
  expect(await asked(() => Promise.reject(fault))).toEqual([undefined, []]);
});

it.each([new Unavailable(), new DeadlineExceeded(), new Error('defect')])(
  'is unknown, and that is logged, where the other service fails: %s',
  async (error) => {
    expect(await asked(() => Promise.reject(error))).toEqual([undefined, [PROBLEM]]);
  },
);

it('is waited for two seconds, or as long as its call has time', async () => {
  const { log } = capturedLog();
  const deadlineOf = (call: ReturnType<typeof aCallOf>) =>
    within(call, () => ifKnown(log, PROBLEM, ({ deadline }) => Promise.resolve(deadline)));
  const [short, long] = [aCallOf(1_000), aCallOf(10_000)];
  expect(await deadlineOf(short)).toBe(short.deadline);
  expect(await deadlineOf(long)).toBeLessThan(long.deadline);
});

it('is not asked for outside of a call', async () => {
  const { log } = capturedLog();
  expect(await ifKnown(log, PROBLEM, () => Promise.reject(new Error('asked')))).toBeUndefined();
});
