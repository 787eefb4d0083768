import { type AudienceMember, type EventType, audience } from '@pks/contracts';
import { BusClient, Clock, type Consumer, Consumes, type Occurred, type Once } from '@pks/platform';
import {
  type Delivery,
  NotificationDeliveriesRepository,
} from '../notifications/notification-deliveries.repository.ts';
import { NotificationNotices } from '../notifications/notification-notices.ts';
import { MAKERS, type ProjectTelling, recipientsOf, tellingOf } from './makers.ts';

/** An identity service that died is asked again after this. Milliseconds. */
const ASK_WITHIN_MS = 3_000;

/** Tells users of events: each of them once, whatever crashes. */
@Consumes('notifications', ...MAKERS.map(({ event }) => event))
export class NotificationMaking implements Consumer<EventType> {
  constructor(
    private readonly bus: BusClient,
    private readonly deliveries: NotificationDeliveriesRepository,
    private readonly notices: NotificationNotices,
    private readonly clock: Clock,
  ) {}

  /** Tells who is in the project now. @throws Fault when the identity service cannot say who that is. */
  async consume(event: Occurred, once: Once): Promise<void> {
    const telling = tellingOf(event);
    if (!telling) return;
    const recipients = recipientsOf(telling, await this.audienceOf(telling, event));
    await once(async () => {
      const told = await this.deliveries.deliver(deliveryOf(telling, event), recipients, this.clock.now());
      if (told.length > 0) this.notices.moved(telling.projectId, told);
    });
  }

  private audienceOf(
    { projectId: project_id }: ProjectTelling,
    { requestId }: Occurred,
  ): Promise<readonly AudienceMember[]> {
    const deadline = Date.now() + ASK_WITHIN_MS;
    return this.bus.call(audience.calls.of, { project_id }, { requestId, deadline, caller: null });
  }
}

function deliveryOf(telling: ProjectTelling, event: Occurred): Delivery {
  const { projectId, type, level, title, message, source, action } = telling;
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
