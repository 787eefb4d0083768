import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Conversation, NewApiKey, Project, ProjectUser, ServiceAccount } from '@pks/contracts';
import { eventually } from '@pks/testing/black-box';
import { SlowBody } from './support/slow-body.ts';
import { World } from './support/world.ts';

/** An admission is valid for less than this. Milliseconds. */
const LONG_AGO = 1_000;

const world = new World();

let project: Project;

beforeAll(async () => {
  project = await world.project();
});

/** Somebody who may write, and a way to withdraw that. */
interface Writer {
  readonly token: string;
  readonly withdraw: () => Promise<unknown>;
}

async function admin(): Promise<Writer & { readonly projectUserId: string }> {
  const { token, api, projectUserId } = await world.member(project.id, ['CAN_PERFORM_ADMIN_ACTIONS']);
  return { token, projectUserId, withdraw: () => api.delete('/auth/token/') };
}

const WRITERS: Readonly<Record<string, () => Promise<Writer>>> = {
  'a token that is revoked': admin,
  'a member who is removed': async () => {
    const { token, projectUserId } = await admin();
    return { token, withdraw: () => world.founder.delete(`/projects/${project.id}/users/${projectUserId}/`) };
  },
  'an admin who becomes a viewer': async () => {
    const { token, projectUserId } = await admin();
    const viewing = { permissions: ['CAN_VIEW_DATA'] };
    return {
      token,
      withdraw: () => world.founder.patch(`/projects/${project.id}/users/${projectUserId}/`, viewing),
    };
  },
  'an API key that is revoked': async () => {
    const accounts = `/organizations/${await world.organizationId()}/service-accounts/`;
    const { body: account } = await world.founder.post<ServiceAccount>(accounts, { name: 'Slow' });
    const keys = `${accounts}${account.id}/api-keys/`;
    const { body: key } = await world.founder.post<NewApiKey>(keys, {});
    const permissions = ['CAN_PERFORM_ADMIN_ACTIONS'];
    await world.founder.post<ProjectUser>(`/projects/${project.id}/users/`, {
      user_id: account.id,
      permissions,
    });
    return { token: key.key, withdraw: () => world.founder.post(`${keys}${key.id}/revoke/`) };
  },
};

/** Resolves when a request that began at this time was admitted long ago. */
async function longAfter(begun: number): Promise<void> {
  await eventually('the admission is long ago', () => Date.now() - begun > LONG_AGO);
}

describe('a body that arrives slowly', () => {
  it.each([
    ['a token that is revoked', 401],
    ['a member who is removed', 403],
    ['an admin who becomes a viewer', 403],
    ['an API key that is revoked', 403],
  ])('changes nothing for %s meanwhile', async (who, status) => {
    const { token, withdraw } = await WRITERS[who]!();
    const title = `Too late: ${who}`;
    const begun = Date.now();
    const path = `/projects/${project.id}/artifacts/`;
    const request = new SlowBody(world.baseUrl, ['POST', path], token, { title, technical_type: 'markdown' });
    await eventually('its sender may write', () => mayWrite(token, true));
    await longAfter(begun);
    await withdraw();
    await eventually('its sender may not write', () => mayWrite(token, false));
    const answer = await request.end();
    expect(answer.status).toBe(status);
    if (status === 401) expect(answer.headers.get('www-authenticate')).toContain('"The token was revoked."');
    const { text } = await world.founder.get(path);
    expect(text).not.toContain(title);
  });

  it('is carried out for everybody else', async () => {
    const { token } = await admin();
    const begun = Date.now();
    const path = `/projects/${project.id}/artifacts/`;
    const artifact = { title: 'In time', technical_type: 'markdown' };
    const request = new SlowBody(world.baseUrl, ['POST', path], token, artifact);
    await longAfter(begun);
    expect((await request.end()).status).toBe(201);
  });

  it('asks no question for a token that is revoked meanwhile', async () => {
    const conversations = `/projects/${project.id}/playground-conversations/`;
    const ask = async (isRevoked: boolean): Promise<number> => {
      const { token, withdraw } = await admin();
      const { body } = await world.founder.as(token).post<Conversation>(conversations, {});
      const begun = Date.now();
      const path = `${conversations}${body.id}/send_message_stream/`;
      const request = new SlowBody(world.baseUrl, ['POST', path], token, { message: 'What is known?' });
      await longAfter(begun);
      if (isRevoked) await withdraw();
      if (isRevoked) await eventually('its sender may not write', () => mayWrite(token, false));
      return (await request.end()).status;
    };
    expect([await ask(false), await ask(true)]).toEqual([200, 401]);
  });
});

/** Whether somebody may write, or may not, as expected. */
async function mayWrite(token: string, expected: boolean): Promise<boolean> {
  const { status } = await world.founder.as(token).patch(`/projects/${project.id}/`, {});
  return (status === 200) === expected;
}
