import { type AudienceChange, type EventType, audience } from '@pks/contracts';
import { BusClient, Clock, type Consumer, Consumes, type Occurred, type Once } from '@pks/platform';
import { AnnouncementsRepository, type Delivery } from '../announcements/announcements.repository.ts';
import { NotificationProjectsRepository } from '../announcements/notification-projects.repository.ts';
import { NotificationDeliveriesRepository } from '../notifications/notification-deliveries.repository.ts';
import { NotificationNotices } from '../notifications/notification-notices.ts';
import { MAKERS, type ProjectAnnouncement, announcementOf } from './makers.ts';

/** The deadline of a call to the identity service. Milliseconds. */
const CALL_WITHIN_MS = 3_000;

/** Notifies users of events: each user once per event, also after crashes. */
@Consumes('notifications', ...MAKERS.map(({ event }) => event))
export class NotificationMaking implements Consumer<EventType> {
  constructor(
    private readonly bus: BusClient,
    private readonly projects: NotificationProjectsRepository,
    private readonly announcements: AnnouncementsRepository,
    private readonly deliveries: NotificationDeliveriesRepository,
    private readonly notices: NotificationNotices,
    private readonly clock: Clock,
  ) {}

  /** Notifies the current members of the project. @throws Fault when the identity service cannot say who they are. */
  async consume(event: Occurred, once: Once): Promise<void> {
    const announcement = announcementOf(event);
    if (!announcement) return;
    const changes = await this.changesOf(announcement, event);
    await once(async () => {
      await this.follow(announcement, changes);
      await (announcement.only ? this.deliver(announcement, event) : this.announce(announcement, event));
    });
  }

  /** How the audience changed since it was last needed: after the first event of a project, few or none. */
  private async changesOf(
    { projectId: project_id }: ProjectAnnouncement,
    { requestId }: Occurred,
  ): Promise<readonly AudienceChange[]> {
    const after = await this.projects.audienceNumber(project_id);
    const deadline = Date.now() + CALL_WITHIN_MS;
    return this.bus.call(
      audience.calls.changes,
      { project_id, after },
      { requestId, deadline, caller: null },
    );
  }

  private async follow(
    { projectId }: ProjectAnnouncement,
    changes: readonly AudienceChange[],
  ): Promise<void> {
    if (changes.length === 0) return;
    await this.projects.follow(projectId, await this.projects.lock(projectId), changes);
  }

  /** One row for everybody. */
  private async announce(announcement: ProjectAnnouncement, event: Occurred): Promise<void> {
    const { projectId } = announcement;
    await this.projects.lock(projectId);
    const isNew = await this.announcements.announce(
      deliveryOf(announcement, event),
      idsOf(announcement.not),
      this.clock.now(),
    );
    if (isNew) this.notices.announced(projectId);
  }

  /** A row for each of a few. */
  private async deliver(announcement: ProjectAnnouncement, event: Occurred): Promise<void> {
    const { projectId, level, only = [], not } = announcement;
    const wanted = only.filter((id) => !not.includes(id));
    const recipients = await this.projects.among(projectId, level, wanted);
    const notified = await this.deliveries.deliver(
      deliveryOf(announcement, event),
      recipients,
      this.clock.now(),
    );
    if (notified.length > 0) this.notices.moved(projectId, notified);
  }
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
