import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import {
  type AccessLevel,
  type Caller,
  NOTIFICATIONS_MOVED,
  type NotificationsMoved,
  type RequestOf,
  type ResponseOf,
  type Rpc,
} from '@pks/contracts';
import { Fault, type FaultData, type Idempotency, loadConfig, startService } from '@pks/platform';
import {
  TEST_SECRET,
  type TestBus,
  aCall,
  aCaller,
  cloneDatabase,
  openTestBus,
  silentLog,
  startOwnNats,
} from '@pks/testing';
import { NotificationsConfig } from '../src/notifications.config.ts';
import { notificationsSchema } from '../src/notifications.database.ts';
import { notificationsService } from '../src/notifications-service.ts';
import type { Delivery } from '../src/notifications/notification-deliveries.repository.ts';
import { NotificationDeliveriesRepository } from '../src/notifications/notification-deliveries.repository.ts';

/** What a client sends: fields may be missing, wrong, or unknown. */
export type Fields = Readonly<Record<string, unknown>>;

/** The notifications service over a real NATS server and a real PostgreSQL, as the gateway meets it. */
export class RunningNotifications {
  /** The announcements that came over the bus so far. */
  readonly announced: NotificationsMoved[] = [];

  private constructor(
    readonly bus: TestBus,
    readonly natsUrl: string,
    private readonly service: Awaited<ReturnType<typeof startService>>,
    readonly stop: () => Promise<void>,
  ) {}

  static async start(): Promise<RunningNotifications> {
    const [clone, nats] = [await cloneDatabase(notificationsSchema), await startOwnNats()];
    const own = { NATS_URL: nats.url, CALLER_SECRET: TEST_SECRET, DATABASE_URL: clone.url };
    const config = loadConfig(NotificationsConfig, own);
    const service = await startService(notificationsService, config, silentLog());
    await service.ready;
    const bus = openTestBus(nats.url);
    const running = new RunningNotifications(bus, nats.url, service, async () => {
      await bus.close();
      await service.stop();
      await Promise.all([clone.drop(), nats.stop()]);
    });
    await bus.connection.subscribe(NOTIFICATIONS_MOVED, (message) => {
      running.announced.push(message.json<NotificationsMoved>());
    });
    await bus.connection.flush();
    return running;
  }

  /** A part of the service. */
  get<T>(part: abstract new (...dependencies: never[]) => T): T {
    return this.service.app.get<T>(part);
  }

  call<R extends Rpc>(
    rpc: R,
    request: Fields,
    caller: Caller | null,
    idempotency?: Idempotency,
  ): Promise<ResponseOf<R>> {
    return this.bus.client.call(
      rpc,
      request as unknown as RequestOf<R>,
      aCall(this.bus, caller, idempotency),
    );
  }

  /** Tells users something, as a consumer of events does. */
  async deliver(delivery: Delivery, userIds: readonly string[]): Promise<void> {
    const deliveries = this.get(NotificationDeliveriesRepository);
    await this.service.database.transaction(() => deliveries.deliver(delivery, userIds, new Date()));
  }

  /** In one transaction, as the inbox of events does it. */
  readonly once = (effect: () => Promise<void>): Promise<void> => this.service.database.transaction(effect);
}

/** Somebody in a project of his own. */
export function aMember(level: AccessLevel = 'viewer', projectId: string = randomUUID()): Caller {
  const view = 'CAN_VIEW_DATA' as const;
  const permissions = level === 'admin' ? [view, 'CAN_PERFORM_ADMIN_ACTIONS' as const] : [view];
  return aCaller({ project: { id: projectId, permissions, artifact_publish_mode: 'manual_publish' } });
}

/** The fault that a call comes to. */
export async function faultOf(call: Promise<unknown>): Promise<FaultData> {
  const outcome = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (outcome instanceof Fault) return outcome.data;
  throw new Error('The call did not fail with a fault.', { cause: outcome });
}
