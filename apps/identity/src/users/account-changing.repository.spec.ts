import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { KeptNotices, anEmail, openWorld } from '../../test/world.ts';
import { AccountChanging } from './account-changing.ts';

let world: Awaited<ReturnType<typeof openWorld>>;
beforeAll(async () => (world = await openWorld()));
afterAll(() => world.close());

const changing = (notices = new KeptNotices()) => new AccountChanging(world.users, notices, world.database);

describe('an account', () => {
  it('is deactivated and reactivated by the installation, in all organizations, and that is published', async () => {
    const organization = await world.anOrganization();
    const user = await world.anOrganizationUser(organization);
    const notices = new KeptNotices();
    await changing(notices).activate({ email: user.email.toUpperCase() }, false);
    expect(await world.users.findByEmail(user.email)).toMatchObject({ isActive: false });
    expect(await world.organizations.findUser(organization.id, user.id)).toMatchObject({ isActive: true });
    await changing(notices).activate({ email: user.email }, true);
    expect(await world.users.findByEmail(user.email)).toMatchObject({ isActive: true });
    expect(notices.sent).toEqual([[user.id], [user.id]]);
  });

  it('of nobody, or of a service account, is refused', async () => {
    const { email } = await world.aServiceAccount(await world.anOrganization());
    for (const one of [anEmail(), email]) {
      await expect(changing().activate({ email: one }, false)).rejects.toMatchObject({
        data: { kind: 'invalid', message: `No user has the e-mail ${one}.` },
      });
    }
  });
});
