import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { withClockAhead } from '../../test/other-clock.ts';
import { anEmail, openWorld } from '../../test/world.ts';
import type { Mailing } from './mail-allowance.entity.ts';
import { MailAllowancesRepository } from './mail-allowances.repository.ts';
import { MailAllowances } from './mail-allowances.ts';

const MINUTE = 60_000;

let world: Awaited<ReturnType<typeof openWorld>>;
let allowances: MailAllowances;
beforeAll(async () => {
  world = await openWorld();
  allowances = new MailAllowances(new MailAllowancesRepository(world.database));
});
afterAll(() => world.close());

const take = (mailing: Mailing): Promise<number> =>
  world.database.transaction(() => allowances.take(mailing));

describe('the mails of a user to an address', () => {
  it('are ten an hour, also where the clocks of processes differ', async () => {
    const [invitedBy, email] = [randomUUID(), anEmail()];
    const taken: number[] = [];
    for (let n = 0; n < 12; n += 1) {
      const mailing = { from: randomUUID(), invitedBy, email };
      taken.push(await withClockAhead((n % 2 === 0 ? 6 : -6) * MINUTE, () => take(mailing)));
    }
    expect(taken.filter((seconds) => seconds === 0)).toHaveLength(10);
    expect(Math.min(...taken.slice(10))).toBeGreaterThan(55 * 60);
  });
});
