import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { inviteIssued } from '@pks/contracts';
import { OutboxEvent } from '@pks/platform';
import type { QueryRunner } from 'typeorm';
import { as } from '../../test/running-identity.ts';
import { VIEWER, anEmail, openWorld } from '../../test/world.ts';
import { HandMailsOver1795651200000 } from './1795651200000-hand-mails-over.ts';

let world: Awaited<ReturnType<typeof openWorld>>;
beforeAll(async () => (world = await openWorld()));
afterAll(() => world.close());

const MAIL = `
  INSERT INTO mails (project_id, id, kind, recipient, invite_id, edition, attempts, next_attempt_at, sent_at, created_at)
  VALUES ($1, gen_random_uuid(), $2, $3, $4, 3, 1, now(), $5, now())`;

it('an unsent mail becomes an event, once; a sent one does not', async () => {
  const { project, admin } = await world.aProject();
  const request = { project_id: project.id, email: anEmail(), ...VIEWER };
  const { id } = await world.inviting().service.invite(request, as(admin));
  const { manager } = world.database;
  await manager.clear(OutboxEvent);
  await manager.query(MAIL, [project.id, 'invite', 'a@example.test', id, null]);
  await manager.query(MAIL, [project.id, 'welcome', 'b@example.test', id, null]);
  await manager.query(MAIL, [project.id, 'invite', 'c@example.test', id, new Date()]);
  const runner = { query: (text: string) => manager.query<unknown>(text) } as QueryRunner;
  await new HandMailsOver1795651200000().up(runner);
  await new HandMailsOver1795651200000().up(runner);
  const payload = { project_id: project.id, invite_id: id, edition: 3 };
  const events = await manager.find(OutboxEvent);
  expect(events.every(({ subject }) => subject === inviteIssued.subject)).toBe(true);
  expect(events.map(({ payload }) => payload)).toHaveLength(2);
  expect(events.map(({ payload }) => payload)).toEqual(
    expect.arrayContaining([
      { ...payload, email: 'a@example.test', kind: 'new_user' },
      { ...payload, email: 'b@example.test', kind: 'existing_user' },
    ]),
  );
});
