import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { BASELINE, abuse } from './abuse.ts';
import type { Case } from './case.ts';
import { CASES } from './cases/index.ts';
import { type OwnStack, startOwnStack } from './own-stack.ts';
import type { Outcome } from './tally.ts';
import { type Seen, refusalsAgainst } from './verdict.ts';

/** Long enough for every case to get answers; how long anybody waits is not judged here. */
const PACE = { seconds: 0.4, intervalMs: 50, restMs: 0 };
/** On a slow machine the abuser's turn may come too late, which says nothing about the product. */
const TOO_LATE = '504';
/** So may the honest user's, or either is refused because it would. Where that is the product's fault, it happens each time. */
const LATE = [503, 504];
const TRIES = 3;

let stack: OwnStack;
before(async () => {
  stack = await startOwnStack();
});
after(() => stack.close());

test('whoever abuses the product is refused or takes turns, and nobody else is refused', async (t) => {
  for await (const seen of abuse(stack, CASES, PACE)) {
    await t.test(seen.name, async () => {
      assert.ok(seen.waits.requests > 0);
      const one = CASES.find(({ name }) => name === seen.name);
      assert.equal(one === undefined, seen.name === BASELINE);
      assert.deepEqual(await verdictOn(seen, one), []);
      assert.deepEqual(stack.ended, []);
    });
  }
});

/** What is said against a case. It is tried again where that is nothing but that somebody was late. */
async function verdictOn(first: Seen, one?: Case): Promise<string[]> {
  let last = first;
  for (let tries = 1; tries < TRIES && wasOnlyLate(last, one); tries += 1)
    for await (const seen of abuse(stack, one ? [one] : [], PACE)) last = seen;
  return against(last, one, TOO_LATE);
}

function wasOnlyLate(seen: Seen, one?: Case): boolean {
  const refused = seen.waits.refused.filter(({ status }) => !LATE.includes(status));
  const inTime = { ...seen, waits: { ...seen.waits, refused } };
  return against(seen, one, TOO_LATE).length > 0 && against(inTime, one, '503', '504').length === 0;
}

function against(seen: Seen, one: Case | undefined, ...alsoAllowed: readonly Outcome[]): string[] {
  return refusalsAgainst(seen, one && { ...one, allowed: [...one.allowed, ...alsoAllowed] });
}
