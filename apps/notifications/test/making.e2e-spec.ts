import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type AccessLevel,
  type Caller,
  type DomainEvent,
  audience,
  interviewAssigned,
  interviewCompleted,
  memberJoined,
  notifications,
  versionPublished,
} from '@pks/contracts';
import { type Occurred, Unavailable, inProject, projectNamedIn } from '@pks/platform';
import { NotificationMaking } from '../src/makers/notification-making.ts';
import { type RunningNotifications, aMember, runningNotifications } from './running-notifications.ts';

const { calls } = notifications;
const HAPPENED = new Date('2026-11-20T08:00:00.000Z');

let running: RunningNotifications;
/** The members of each project, as the identity service would return them. */
const people = new Map<string, readonly Caller[]>();

beforeAll(async () => {
  running = await runningNotifications();
  await running.bus.connection.subscribe(audience.calls.of.subject, (message) => {
    const { project_id } = message.json<{ project_id: string }>();
    const found = people.get(project_id);
    if (!found) return;
    const members = found.map(({ user_id, project }) => ({
      user_id,
      is_admin: project?.permissions.includes('CAN_PERFORM_ADMIN_ACTIONS') ?? false,
    }));
    message.respond(JSON.stringify(members));
  });
  await running.bus.connection.flush();
});
afterAll(() => running.stop());

/** A project of members with these levels. */
function aProject(...levels: AccessLevel[]): { project_id: string; members: Caller[] } {
  const project_id = randomUUID();
  const members = levels.map((level) => aMember(level, project_id));
  people.set(project_id, members);
  return { project_id, members };
}

function published(project_id: string, by: Caller | undefined): Occurred {
  return occurred(
    versionPublished.of({
      project_id,
      artifact_id: randomUUID(),
      slug: 'churn',
      title: 'Churn',
      version_number: 2,
      published_by: by?.user_id ?? randomUUID(),
      published_at: HAPPENED.toISOString(),
    }),
  );
}

function occurred({ subject, payload }: DomainEvent): Occurred {
  return { id: randomUUID(), subject, payload, occurredAt: HAPPENED, requestId: randomUUID() };
}

/** As the delivery of events does. */
const inProjectOf = <T>({ payload }: Occurred, work: () => T): T => inProject(projectNamedIn(payload), work);

const consume = (event: Occurred): Promise<void> =>
  inProjectOf(event, () => running.get(NotificationMaking).consume(event, running.once));

/** The messages that each of them received. */
async function messagesOf(project_id: string, members: readonly Caller[]): Promise<string[][]> {
  const pages = await Promise.all(members.map((member) => running.call(calls.list, { project_id }, member)));
  return pages.map(({ results }) => results.map(({ message }) => message));
}

describe('an event', () => {
  it('of a published version notifies every member except the publisher', async () => {
    const { project_id, members } = aProject('admin', 'viewer', 'viewer');
    await consume(published(project_id, members[1]));
    const message = 'Version 2 of "Churn" is published.';
    expect(await messagesOf(project_id, members)).toEqual([[message], [], [message]]);
    const { results } = await running.call(calls.list, { project_id }, members[0] ?? null);
    expect(results).toMatchObject([
      {
        created_at: HAPPENED.toISOString(),
        access_level: 'viewer',
        source_object_type: 'artifact',
        actions: {
          primary: { type: 'link', url: `/projects/${project_id}/artifacts/churn/` },
          secondary: [],
        },
      },
    ]);
  });

  it('of a new member notifies admins, and is hidden from one who is no longer an admin', async () => {
    const { project_id, members } = aProject('admin', 'admin', 'viewer');
    const [adder, admin, joiner] = members;
    const event = memberJoined.of({
      project_id,
      project_user_id: randomUUID(),
      user_id: joiner?.user_id ?? '',
      email: 'eva@example.test',
      permissions: ['CAN_VIEW_DATA'],
      profile: 'contributor',
      joined_at: HAPPENED.toISOString(),
      added_by: adder?.user_id ?? '',
    });
    await consume(occurred(event));
    expect(await messagesOf(project_id, members)).toEqual([[], ['eva@example.test joined the project.'], []]);
    const demoted = { ...aMember('viewer', project_id), user_id: admin?.user_id ?? '' };
    expect(await messagesOf(project_id, [demoted])).toEqual([[]]);
  });

  it('of an interview notifies its assignee, then its assigner, and nobody of what they did themselves', async () => {
    const { project_id, members } = aProject('admin', 'viewer', 'admin');
    const [assigner, assignee, other] = members.map(({ user_id }) => user_id);
    const of = { project_id, interview_id: randomUUID(), name: 'Onboarding', assigned_by: assigner ?? '' };
    const sent = { ...of, assigned_to_email: 'eva@example.test', sent_at: HAPPENED.toISOString() };
    const completed = { ...of, completed_at: HAPPENED.toISOString() };
    await consume(occurred(interviewAssigned.of({ ...sent, assigned_to: assignee ?? '' })));
    await consume(occurred(interviewAssigned.of({ ...sent, assigned_to: assigner ?? '' })));
    const asked = 'You are asked to take the interview "Onboarding".';
    expect(await messagesOf(project_id, members)).toEqual([[], [asked], []]);
    await consume(occurred(interviewCompleted.of({ ...completed, completed_by: assigner ?? '' })));
    expect(await messagesOf(project_id, members)).toEqual([[], [asked], []]);
    await consume(occurred(interviewCompleted.of({ ...completed, completed_by: other ?? '' })));
    const done = 'The interview "Onboarding" that you assigned is completed.';
    expect(await messagesOf(project_id, members)).toEqual([[done], [asked], []]);
  });

  it('that is delivered again notifies no one a second time, and changes no count', async () => {
    const { project_id, members } = aProject('viewer', 'viewer');
    const event = published(project_id, undefined);
    await Promise.all([consume(event), consume(event), consume(event)]);
    await consume(event);
    expect((await messagesOf(project_id, members)).map((messages) => messages.length)).toEqual([1, 1]);
    const counts = members.map((member) => running.call(calls.unreadCount, { project_id }, member));
    expect(await Promise.all(counts)).toEqual([{ count: 1 }, { count: 1 }]);
  });

  it('is announced once to those who were notified', async () => {
    const { project_id, members } = aProject('viewer', 'viewer');
    const event = published(project_id, members[0]);
    await consume(event);
    await consume(event);
    await running.call(calls.unreadCount, { project_id }, members[0] ?? null);
    const announced = running.announced.filter((moved) => moved.project_id === project_id);
    expect(announced).toEqual([{ project_id, user_ids: [members[1]?.user_id] }]);
  });

  it('leaves nothing behind when its effect fails, and takes effect when it is delivered again', async () => {
    const { project_id, members } = aProject('viewer');
    const event = published(project_id, undefined);
    const failing = inProjectOf(event, () =>
      running.get(NotificationMaking).consume(event, (effect) =>
        running.once(async () => {
          await effect();
          throw new Error('The process dies.');
        }),
      ),
    );
    await expect(failing).rejects.toThrow('The process dies.');
    expect(await messagesOf(project_id, members)).toEqual([[]]);
    expect(running.announced.filter((moved) => moved.project_id === project_id)).toEqual([]);
    await consume(event);
    expect((await messagesOf(project_id, members)).flat()).toHaveLength(1);
  });

  it('notifies thousands at once', async () => {
    const { project_id } = aProject();
    const crowd = Array.from({ length: 1_201 }, () => aMember('viewer', project_id));
    people.set(project_id, crowd);
    await consume(published(project_id, undefined));
    const sample = [crowd[0], crowd[600], crowd[1_200]].flatMap((one) => one ?? []);
    expect((await messagesOf(project_id, sample)).map((messages) => messages.length)).toEqual([1, 1, 1]);
    const announced = running.announced.filter((moved) => moved.project_id === project_id);
    expect(announced.map(({ user_ids }) => user_ids.length)).toEqual([1_000, 201]);
  });
});

describe('without the identity service', () => {
  it('no one is notified, and the event is retried later', async () => {
    const alone = await runningNotifications();
    try {
      let begun = false;
      const attempt = alone.get(NotificationMaking).consume(published(randomUUID(), undefined), (effect) => {
        begun = true;
        return effect();
      });
      await expect(attempt).rejects.toMatchObject({ data: new Unavailable().data });
      expect(begun).toBe(false);
    } finally {
      await alone.stop();
    }
  });
});
