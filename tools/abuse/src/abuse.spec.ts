import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { BASELINE, abuse } from './abuse.ts';
import { CASES } from './cases/index.ts';
import { type OwnStack, startOwnStack } from './own-stack.ts';
import { refusalsAgainst } from './verdict.ts';

/** Long enough for every case to get answers; this test does not judge how long anybody waits. */
const PACE = { seconds: 0.4, intervalMs: 50, restMs: 0 };
/** The status of a request whose turn comes too late: on a slow machine, the abuser may get it, which says nothing about the product. */
const TOO_LATE = '504';

/** Longer than elsewhere: on a slow machine turns come late, and a request whose turn would come after its deadline is refused. */
const DEADLINE = { REQUEST_DEADLINE_MS: '60000' };

let stack: OwnStack;
before(async () => {
  stack = await startOwnStack(DEADLINE);
});
after(() => stack.close());

test('whoever abuses the product is refused or takes turns, and nobody else is refused', async (t) => {
  for await (const seen of abuse(stack, CASES, PACE)) {
    await t.test(seen.name, () => {
      assert.ok(seen.waits.requests > 0);
      const one = CASES.find(({ name }) => name === seen.name);
      assert.equal(one === undefined, seen.name === BASELINE);
      const judged = one && { ...one, allowed: [...one.allowed, TOO_LATE] as const };
      assert.deepEqual(refusalsAgainst(seen, judged), []);
      assert.deepEqual(stack.ended, []);
    });
  }
});
