import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type AccessLevel,
  type AudienceChange,
  type Caller,
  type DomainEvent,
  audience,
  interviewAssigned,
  interviewCompleted,
  interviewImported,
  memberJoined,
  notifications,
  versionPublished,
} from '@pks/contracts';
import { type Occurred, Unavailable } from '@pks/platform';
import { eventually } from '@pks/testing';
import { NotificationMaking } from '../src/makers/notification-making.ts';
import { type RunningNotifications, aMember, runningNotifications } from './running-notifications.ts';

const { calls } = notifications;
const HAPPENED = new Date('2026-11-20T08:00:00.000Z');

let running: RunningNotifications;
/** The changes of the audience of each project, as the identity service would return them. */
const audiences = new Map<string, AudienceChange[]>();
/** How many changes each answer of the identity service contained. */
const told: number[] = [];

beforeAll(async () => {
  running = await runningNotifications();
  await running.bus.connection.subscribe(audience.calls.changes.subject, (message) => {
    const { project_id, after } = message.json<{ project_id: string; after: number }>();
    const changes = audiences.get(project_id);
    if (!changes) return;
    const latest = changes.filter(
      ({ number, user_id }) =>
        number > after && !changes.some((later) => later.user_id === user_id && later.number > number),
    );
    told.push(latest.length);
    message.respond(JSON.stringify(latest));
  });
  await running.bus.connection.subscribe(audience.calls.numbers.subject, (message) => {
    const { projects } = message.json<{ projects: string[] }>();
    const numbers = projects.map((project_id) => ({
      project_id,
      number: audiences.get(project_id)?.length ?? 0,
    }));
    message.respond(JSON.stringify(numbers));
  });
  await running.bus.connection.flush();
});
afterAll(() => running.stop());

/** A project whose members have these levels. */
function aProject(...levels: AccessLevel[]): { project_id: string; members: Caller[] } {
  const project_id = randomUUID();
  const members = levels.map((level) => aMember(level, project_id));
  audiences.set(project_id, []);
  for (const [index, member] of members.entries()) place(project_id, member, levels[index] ?? null);
  return { project_id, members };
}

/** Changes the level of a user in a project; null when they leave. */
function place(project_id: string, { user_id }: Caller, level: AccessLevel | null): void {
  const changes = audiences.get(project_id) ?? [];
  const is = { is_member: level !== null, is_admin: level === 'admin' };
  changes.push({ number: changes.length + 1, user_id, ...is });
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

function imported(project_id: string, by: Caller | undefined): DomainEvent {
  const of = { project_id, interview_id: randomUUID(), name: 'Onboarding' };
  return interviewImported.of({ ...of, imported_by: by?.user_id ?? '', imported_at: HAPPENED.toISOString() });
}

/** The event that Eva joined the project. */
function joinedBy(project_id: string): Occurred {
  const event = memberJoined.of({
    project_id,
    project_user_id: randomUUID(),
    user_id: randomUUID(),
    email: 'eva@example.test',
    permissions: ['CAN_VIEW_DATA'],
    profile: 'contributor',
    joined_at: HAPPENED.toISOString(),
    added_by: null,
  });
  return occurred(event);
}

function occurred({ subject, payload }: DomainEvent, occurredAt = HAPPENED): Occurred {
  return { id: randomUUID(), subject, payload, occurredAt, requestId: randomUUID() };
}

const consume = (...events: Occurred[]): Promise<void> =>
  running.get(NotificationMaking).consume(events, (effect) => running.once(() => effect(events)));

/** The messages that each member received. */
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
    for (const assigned_to of [assignee ?? '', assigner ?? ''])
      await consume(occurred(interviewAssigned.of({ ...sent, assigned_to }), new Date()));
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

  it('is announced once, to the project', async () => {
    const { project_id, members } = aProject('viewer', 'viewer');
    const event = published(project_id, members[0]);
    await consume(event);
    await consume(event);
    await running.call(calls.unreadCount, { project_id }, members[0] ?? null);
    const announced = running.announced.filter((moved) => moved.project_id === project_id);
    expect(announced).toEqual([{ project_id }]);
  });

  it('for a single user is announced to them', async () => {
    const { project_id, members } = aProject('viewer', 'viewer');
    const event = occurred(imported(project_id, members[1]));
    await consume(event);
    await consume(event);
    await running.call(calls.unreadCount, { project_id }, members[0] ?? null);
    const announced = running.announced.filter((moved) => moved.project_id === project_id);
    expect(announced).toEqual([{ project_id, user_ids: [members[1]?.user_id] }]);
  });

  it('for a single user notifies them while they are in the project', async () => {
    const { project_id, members } = aProject('viewer', 'viewer');
    const [first, second] = members;
    if (!first || !second) throw new Error('There are two members.');
    place(project_id, first, null);
    for (const one of [first, second]) await consume(occurred(imported(project_id, one)));
    expect(await messagesOf(project_id, members)).toEqual([[], ['The interview "Onboarding" is imported.']]);
  });

  it('notifies who was there: not who joined later, left before, or was no admin then', async () => {
    const { project_id, members } = aProject('viewer', 'viewer', 'viewer');
    const [joining, leaving, rising] = members;
    if (!joining || !leaving || !rising) throw new Error('There are three members.');
    place(project_id, joining, null);
    const versions = [published(project_id, undefined), published(project_id, undefined)];
    await consume(joinedBy(project_id));
    for (const version of versions.slice(0, 1)) await consume(version);
    place(project_id, joining, 'viewer');
    place(project_id, leaving, null);
    place(project_id, rising, 'admin');
    for (const version of versions.slice(1)) await consume(version);
    await consume(joinedBy(project_id));
    const admin = { ...aMember('admin', project_id), user_id: rising.user_id };
    const message = 'Version 2 of "Churn" is published.';
    expect(await messagesOf(project_id, [joining, leaving, admin])).toEqual([
      [message],
      [message],
      ['eva@example.test joined the project.', message, message],
    ]);
    const counts = [joining, leaving, admin].map((one) =>
      running.call(calls.unreadCount, { project_id }, one),
    );
    expect(await Promise.all(counts)).toEqual([{ count: 1 }, { count: 1 }, { count: 3 }]);
  });

  it('leaves nothing behind when its effect fails, and takes effect when it is delivered again', async () => {
    const { project_id, members } = aProject('viewer');
    const event = published(project_id, undefined);
    const failing = running.get(NotificationMaking).consume([event], (effect) =>
      running.once(async () => {
        await effect([event]);
        throw new Error('The process dies.');
      }),
    );
    await expect(failing).rejects.toThrow('The process dies.');
    expect(await messagesOf(project_id, members)).toEqual([[]]);
    expect(running.announced.filter((moved) => moved.project_id === project_id)).toEqual([]);
    await consume(event);
    expect((await messagesOf(project_id, members)).flat()).toHaveLength(1);
  });

  it('notifies thousands by one row, and asks for those alone who joined since', async () => {
    const { project_id } = aProject();
    const crowd = Array.from({ length: 1_201 }, () => aMember('viewer', project_id));
    for (const one of crowd) place(project_id, one, 'viewer');
    await consume(published(project_id, crowd[0]));
    const late = aMember('viewer', project_id);
    place(project_id, late, 'viewer');
    await consume(published(project_id, crowd[1]));
    expect(told.slice(-2)).toEqual([1_201, 1]);
    const sample = [crowd[0], crowd[1], crowd[600], crowd[1_200], late].flatMap((one) => one ?? []);
    expect((await messagesOf(project_id, sample)).map((messages) => messages.length)).toEqual([
      1, 1, 2, 2, 1,
    ]);
    const rows = await Promise.all(
      ['announcements', 'notifications'].map((table) =>
        running.session.rows(`SELECT FROM notifications.${table} WHERE project_id = $1`, [project_id]),
      ),
    );
    expect(rows.map(({ length }) => length)).toEqual([2, 0]);
    expect(running.announced.filter((moved) => moved.project_id === project_id)).toEqual([
      { project_id },
      { project_id },
    ]);
  });
});

describe('events that two replicas consume together, each in its own order', () => {
  const waiting = async (): Promise<number> => {
    // Otherwise the transaction keeps its first snapshot of the activity, without connections that are opened later.
    await running.session.rows('SELECT pg_stat_clear_snapshot()');
    const text = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    return (await running.session.rows(text)).length;
  };

  /** Starts both while a row is locked, so that each already holds what it locks before that row. */
  async function besideEachOther(row: string, one: Occurred[], other: Occurred[]): Promise<void> {
    const { rows } = running.session;
    await rows('BEGIN');
    const consumed: Promise<unknown>[] = [];
    try {
      await rows(`SELECT FROM notifications.${row} FOR UPDATE`);
      consumed.push(consume(...one));
      await eventually('one waits', async () => (await waiting()) === 1);
      consumed.push(consume(...other));
      await eventually('both wait', async () => (await waiting()) === 2);
    } finally {
      await rows('COMMIT');
    }
    await Promise.all(consumed);
  }

  it('notify all their users', async () => {
    const { project_id, members } = aProject('viewer', 'viewer');
    const [eva, ben] = members.map((member) => () => occurred(imported(project_id, member)));
    if (!eva || !ben) throw new Error('There are two members.');
    for (const event of [eva(), ben()]) await consume(event);
    const inbox = `notification_inboxes WHERE user_id = '${members[0]?.user_id}'`;
    await besideEachOther(inbox, [eva(), ben()], [ben(), eva()]);
    expect((await messagesOf(project_id, members)).map(({ length }) => length)).toEqual([3, 3]);
  });

  it('notify all their projects', async () => {
    const two = [aProject('viewer'), aProject('viewer')];
    two.sort((a, b) => (a.project_id < b.project_id ? -1 : 1));
    const [first, second] = two.map(({ project_id, members }) => ({
      everybody: () => published(project_id, undefined),
      single: () => occurred(imported(project_id, members[0])),
    }));
    if (!first || !second) throw new Error('There are two projects.');
    for (const event of [first.single(), second.single()]) await consume(event);
    const project = `notification_projects WHERE project_id = '${two[0]?.project_id}'`;
    await besideEachOther(
      project,
      [first.everybody(), second.single()],
      [first.single(), second.everybody()],
    );
    for (const { project_id, members } of two) {
      expect((await messagesOf(project_id, members)).flat()).toHaveLength(3);
    }
  });
});

describe('without the identity service', () => {
  it('no one is notified, and the event is retried later', async () => {
    const alone = await runningNotifications();
    try {
      let begun = false;
      const event = published(randomUUID(), undefined);
      const attempt = alone.get(NotificationMaking).consume([event], (effect) => {
        begun = true;
        return effect([event]);
      });
      await expect(attempt).rejects.toMatchObject({ data: new Unavailable().data });
      expect(begun).toBe(false);
    } finally {
      await alone.stop();
    }
  });
});
