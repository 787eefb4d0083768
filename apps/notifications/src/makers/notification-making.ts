import { type AudienceChange, type EventType } from '@pks/contracts';
import {
  type BatchConsumer,
  Clock,
  ConsumesTogether,
  type Occurred,
  type OnceEach,
  inProject,
} from '@pks/platform';
import { AnnouncementsRepository, type Delivery } from '../announcements/announcements.repository.ts';
import { NotificationProjectsRepository } from '../announcements/notification-projects.repository.ts';
import { NotificationDeliveriesRepository } from '../notifications/notification-deliveries.repository.ts';
import { NotificationNotices } from '../notifications/notification-notices.ts';
import { Audiences } from './audiences.ts';
import { MAKERS, type ProjectAnnouncement, announcementOf } from './makers.ts';
import { WaitedAssignments } from './waited-assignments.ts';

/** An event and its announcement. */
interface Announced {
  readonly event: Occurred;
  readonly announcement: ProjectAnnouncement;
}

/** Notifies users of events: each user once per event, also after crashes. */
@ConsumesTogether('notifications', ...MAKERS.map(({ event }) => event))
export class NotificationMaking implements BatchConsumer<EventType> {
  constructor(
    private readonly audiences: Audiences,
    private readonly assignments: WaitedAssignments,
    private readonly projects: NotificationProjectsRepository,
    private readonly announcements: AnnouncementsRepository,
    private readonly deliveries: NotificationDeliveriesRepository,
    private readonly notices: NotificationNotices,
    private readonly clock: Clock,
  ) {}

  /**
   * Notifies the current members of the events' projects, except of outdated assignments. @throws Fault when the identity service cannot
   * list the changes of the members, or the interviews service cannot say whether an assignment that waited is outdated.
   */
  async consume(events: readonly Occurred[], once: OnceEach<EventType>): Promise<void> {
    const projectIds = [...byProject(events).keys()];
    const [{ requestId } = { requestId: '' }] = events;
    const changes = await this.audiences.changesOf(projectIds, requestId);
    const outdated = await this.assignments.outdatedAmong(events);
    await once(async (first) => {
      // The statements of several projects are sent together. All are awaited even if one fails: none must outlive the transaction.
      const isAlone = first.length === 1;
      const current = first.filter(({ id }) => !outdated.has(id));
      const notified = [...byProject(current)].map(([projectId, announced]) =>
        inProject(projectId, () => this.notify(projectId, announced, changes.get(projectId) ?? [], isAlone)),
      );
      await Promise.allSettled(notified);
      await Promise.all(notified);
    });
  }

  /**
   * Locks the project before anything else, because a shared lock is never upgraded. Only a single event for a single user takes the
   * shared lock: it locks one inbox. Several events would lock inboxes, and projects, in their own order, while another replica locks
   * them in another order.
   */
  private async notify(
    projectId: string,
    announced: readonly Announced[],
    changes: readonly AudienceChange[],
    isAlone: boolean,
  ): Promise<void> {
    const isForEverybody = announced.some(({ announcement }) => announcement.only === undefined);
    if (changes.length > 0 || isForEverybody || !isAlone) {
      const known = await this.projects.lock(projectId);
      await this.projects.follow(projectId, known, changes);
    }
    for (const { announcement, event } of announced) {
      const { only } = announcement;
      await (only === undefined
        ? this.announce(announcement, event)
        : this.deliver(announcement, event, only));
    }
  }

  /** Inserts one row for everybody on the level. */
  private async announce(announcement: ProjectAnnouncement, event: Occurred): Promise<void> {
    const isNew = await this.announcements.announce(
      deliveryOf(announcement, event),
      idsOf(announcement.not),
      this.clock.now(),
    );
    if (isNew) this.notices.announced(announcement.projectId);
  }

  /** Inserts a row for one user, if they are in the audience. */
  private async deliver(announcement: ProjectAnnouncement, event: Occurred, userId: string): Promise<void> {
    const { projectId, level, not } = announcement;
    if (not.includes(userId) || !(await this.projects.isAmong(projectId, level, userId))) return;
    const isNew = await this.deliveries.deliver(deliveryOf(announcement, event), userId, this.clock.now());
    if (isNew) this.notices.moved(projectId, userId);
  }
}

/** The events with their announcements, by project: projects in the order of their ids, events in the given order. */
function byProject(events: readonly Occurred[]): ReadonlyMap<string, readonly Announced[]> {
  const announced = events.flatMap((event): Announced[] => {
    const announcement = announcementOf(event);
    return announcement ? [{ event, announcement }] : [];
  });
  const ids = [...new Set(announced.map(({ announcement }) => announcement.projectId))].sort();
  return new Map(
    ids.map((id) => [id, announced.filter(({ announcement }) => announcement.projectId === id)]),
  );
}

function idsOf(users: ProjectAnnouncement['not']): string[] {
  return users.filter((id) => typeof id === 'string');
}

function deliveryOf(announcement: ProjectAnnouncement, event: Occurred): Delivery {
  const { projectId, type, level, title, message, source, action } = announcement;
  const primary = { label: action.label, type: 'link', url: action.path };
  return {
    projectId,
    eventId: event.id,
    type,
    level,
    title,
    message,
    sourceType: source.type,
    sourceId: source.id,
    actions: { primary, secondary: [] },
    at: event.occurredAt,
  };
}
