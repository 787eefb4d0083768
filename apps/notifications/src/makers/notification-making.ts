import { type AudienceMember, type EventType, audience } from '@pks/contracts';
import { BusClient, Clock, type Consumer, Consumes, type Occurred, type Once } from '@pks/platform';
import {
  type Delivery,
  NotificationDeliveriesRepository,
} from '../notifications/notification-deliveries.repository.ts';
import { NotificationNotices } from '../notifications/notification-notices.ts';
import { MAKERS, type ProjectAnnouncement, recipientsOf, announcementOf } from './makers.ts';

/** The deadline of a call to the identity service. Milliseconds. */
const CALL_WITHIN_MS = 3_000;

/** Notifies users of events: each user once per event, also after crashes. */
@Consumes('notifications', ...MAKERS.map(({ event }) => event))
export class NotificationMaking implements Consumer<EventType> {
  constructor(
    private readonly bus: BusClient,
    private readonly deliveries: NotificationDeliveriesRepository,
    private readonly notices: NotificationNotices,
    private readonly clock: Clock,
  ) {}

  /** Notifies the current members of the project. @throws Fault when the identity service cannot provide them. */
  async consume(event: Occurred, once: Once): Promise<void> {
    const announcement = announcementOf(event);
    if (!announcement) return;
    const recipients = recipientsOf(announcement, await this.audienceOf(announcement, event));
    await once(async () => {
      const notified = await this.deliveries.deliver(
        deliveryOf(announcement, event),
        recipients,
        this.clock.now(),
      );
      if (notified.length > 0) this.notices.moved(announcement.projectId, notified);
    });
  }

  private audienceOf(
    { projectId: project_id }: ProjectAnnouncement,
    { requestId }: Occurred,
  ): Promise<readonly AudienceMember[]> {
    const deadline = Date.now() + CALL_WITHIN_MS;
    return this.bus.call(audience.calls.of, { project_id }, { requestId, deadline, caller: null });
  }
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
