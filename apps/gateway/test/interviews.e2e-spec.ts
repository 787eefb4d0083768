import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { FeedCounts, FeedRow, Interview, Page } from '@pks/contracts';
import { eventually } from '@pks/testing/black-box';
import { type Person, World } from './support/world.ts';

const world = new World();

let projectId: string;
let base: string;
let ben: Person;

beforeAll(async () => {
  projectId = (await world.project()).id;
  base = `/projects/${projectId}/interviews/`;
});
beforeEach(async () => {
  ben = await world.member(projectId);
});

async function assign(fields: object): Promise<readonly Interview[]> {
  const answer = await world.founder.post<readonly Interview[]>(`${base}assign/`, {
    topic: 'Onboarding',
    ...fields,
  });
  expect(answer.status).toBe(201);
  return answer.body;
}

const read = async (api: Person['api'], id = ''): Promise<Interview> =>
  (await api.get<Interview>(`${base}${id}/`)).body;

describe('interviews', () => {
  it('are assigned to members, who see them, and are a row of the feed', async () => {
    const [made] = await assign({ assignee_ids: [ben.id], campaign_name: `Autumn ${randomUUID()}` });
    expect(made).toMatchObject({ assigned_to_email: ben.email, status: 'pending', is_pending_invite: false });
    expect(await read(ben.api, made?.id)).toEqual(made);
    const { body } = await world.founder.get<Page<FeedRow> & FeedCounts & { next: string }>(
      `${base}feed/?limit=1`,
    );
    expect(body).toMatchObject({
      results: [{ kind: 'campaign', campaign: { ...made?.campaign, interview_count: 1 }, interview: null }],
      status_counts: { pending: expect.any(Number) },
    });
    expect((await ben.api.get(`${base}feed/`)).status).toBe(403);
  });

  it('are not sent in years that PostgreSQL or a timestamp cannot write', async () => {
    for (const scheduled_send_at of ['9999-12-31T23:59:59-14:00', '9999-12-31T23:59:59-00:01']) {
      const { status, body } = await world.founder.post(`${base}assign/`, {
        topic: 'Onboarding',
        assignee_ids: [ben.id],
        scheduled_send_at,
      });
      expect([status, Object.keys(body as object)]).toEqual([400, ['error', 'scheduled_send_at']]);
    }
  });

  it('are assigned to all, or to none', async () => {
    const nobody = { topic: 'Onboarding', assignee_ids: [ben.id, randomUUID()], invite_emails: ['x'] };
    const malformed = await world.founder.post(`${base}assign/`, nobody);
    expect([malformed.status, Object.keys(malformed.body as object)]).toEqual([
      400,
      ['error', 'invite_emails.0'],
    ]);
    const unknown = await world.founder.post(`${base}assign/`, { ...nobody, invite_emails: [] });
    expect([unknown.status, Object.keys(unknown.body as object)]).toEqual([400, ['error', 'assignee_ids.1']]);
    expect((await ben.api.get<Page<Interview>>(base)).body.count).toBe(0);
  });

  it('that wait for an invited person are theirs once they have joined', async () => {
    const email = `${randomUUID()}@e2e.test`;
    const [made] = await assign({ invite_emails: [email] });
    expect(made).toMatchObject({ assigned_to: null, assigned_to_email: email, is_pending_invite: true });
    const token = await world.mailedToken(email);
    const joined = await world.anybody.post<{ token: string; user: { id: string } }>('/invites/accept/', {
      token,
      password: world.password,
    });
    const guest = world.anybody.as(joined.body.token);
    await eventually('it is theirs', async () => (await guest.get<Page<Interview>>(base)).body.count === 1);
    expect(await read(guest, made?.id)).toMatchObject({
      assigned_to: joined.body.user.id,
      is_pending_invite: false,
    });
  });
});
