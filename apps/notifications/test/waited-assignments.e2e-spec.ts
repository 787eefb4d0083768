import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Caller, audience, interviewAssigned, notifications } from '@pks/contracts';
import { type Occurred, type RunningService, Unavailable } from '@pks/platform';
import { ServiceGround } from '@pks/testing';
import { NotificationMaking } from '../src/makers/notification-making.ts';
import { notificationsService } from '../src/notifications.ts';
import { INTERVIEW_LETTER, type Stoppable, serveInterviewLetters } from './running-mails.ts';
import { aMember } from './running-notifications.ts';

const AN_HOUR_AGO = new Date(Date.now() - 3_600_000);

let ground: ServiceGround;
let service: RunningService;
let interviews: Stoppable | undefined;
/** The interviews that the interviews service no longer has. */
const deleted = new Set<string>();

beforeAll(async () => {
  ground = await ServiceGround.open(notificationsService);
  await ground.bus.connection.subscribe(audience.calls.changes.subject, (message) => {
    const { project_id } = message.json<{ project_id: string }>();
    const changes = [{ number: 1, user_id: project_id, is_member: true, is_admin: false }];
    message.respond(JSON.stringify(changes));
  });
  await ground.bus.connection.flush();
  service = await ground.start();
  await service.ready;
});
afterAll(async () => {
  await interviews?.stop();
  await ground.remove([service]);
});

/** The only member of a project that has the same id as they have. */
function theMember(): Caller {
  const id = randomUUID();
  return { ...aMember('viewer', id), user_id: id };
}

function assignedTo({ user_id }: Caller, name: string): Occurred<typeof interviewAssigned> {
  const { subject, payload } = interviewAssigned.of({
    ...{ project_id: user_id, interview_id: randomUUID(), name, assigned_by: randomUUID() },
    ...{ assigned_to: user_id, assigned_to_email: 'eva@example.test', sent_at: AN_HOUR_AGO.toISOString() },
  });
  return { id: randomUUID(), subject, payload, occurredAt: AN_HOUR_AGO, requestId: randomUUID() };
}

const consume = (...events: Occurred[]): Promise<void> =>
  service.app
    .get(NotificationMaking)
    .consume(events, (effect) => service.database.transaction(() => effect(events)));

async function messagesOf(member: Caller): Promise<string[]> {
  const request = { project_id: member.user_id };
  const { results } = await ground.call(notifications.calls.list, request, member);
  return results.map(({ message }) => message);
}

describe('an assignment that had to wait', () => {
  it('waits further while the interviews service is away', async () => {
    const member = theMember();
    const consumed = consume(assignedTo(member, 'Onboarding'));
    await expect(consumed).rejects.toMatchObject({ data: new Unavailable().data });
    expect(await messagesOf(member)).toEqual([]);
  });

  it('notifies nobody once the interview is gone, and does where it is still to be taken', async () => {
    interviews = await serveInterviewLetters(ground, ({ interview_id }) =>
      deleted.has(interview_id) ? null : INTERVIEW_LETTER,
    );
    const member = theMember();
    const [gone, wanted] = [assignedTo(member, 'Gone'), assignedTo(member, 'Onboarding')];
    deleted.add(gone.payload.interview_id);
    await consume(gone, wanted);
    await consume(gone);
    expect(await messagesOf(member)).toEqual(['You are asked to take the interview "Onboarding".']);
  });
});
