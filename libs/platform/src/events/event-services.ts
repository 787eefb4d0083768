import type { INestApplicationContext } from '@nestjs/common';
import { Registry } from 'prom-client';
import { BusConnection } from '../bus/connection.ts';
import { BusServer } from '../bus/server.ts';
import type { ServiceConfig } from '../config/platform.config.ts';
import { Database } from '../database/database.ts';
import { OutboxEvent } from '../database/outbox-event.entity.ts';
import { Outbox } from '../database/outbox.ts';
import type { Log } from '../logging/log.ts';
import { Clock } from '../time/clock.ts';
import { ConsumerLoop } from './consumer-loop.ts';
import { consumptionsIn } from './consumes.ts';
import { assertDeclared } from './declared-consumers.ts';
import { DeferredEvents } from './deferred-events.ts';
import { DeferredLoop } from './deferred-loop.ts';
import { EventHandling } from './event-handling.ts';
import { EventMetrics } from './event-metrics.ts';
import { EventStream } from './event-stream.ts';
import { InboxEntry } from './inbox-entry.entity.ts';
import { Inbox } from './inbox.ts';
import { OutboxRelay } from './outbox-relay.ts';
import { STREAM_KEEPER, durableName } from './stream-subjects.ts';

/** A part that runs beside the calls of a service. */
interface Runs {
  open(): void;
  close(): Promise<void>;
}

/** A part that deletes its expired rows. */
interface Forgets {
  forget(): Promise<void>;
}

/** The events of a service: the relay of the events that it causes, and the consumers of those that it receives. */
export class EventServices {
  /** The parts whose rows expire. */
  readonly forgetful: readonly Forgets[];
  private readonly running: readonly Runs[];

  private constructor(
    private readonly stream: EventStream,
    running: readonly Runs[],
    forgetful: readonly Forgets[],
  ) {
    this.running = running;
    this.forgetful = forgetful;
  }

  /** Creates the parts that the entities of the service, and the consumers among its controllers, require. */
  static of(
    app: INestApplicationContext,
    service: { readonly name: string; readonly entities: readonly unknown[] },
    config: ServiceConfig,
    log: Log,
  ): EventServices {
    const settings = { replicas: config.eventReplicas, isKeeper: service.name === STREAM_KEEPER };
    const stream = new EventStream(app.get(BusConnection), settings, log);
    const metrics = new EventMetrics(app.get(Registry));
    const database = app.get(Database);
    const relays: OutboxRelay[] = [];
    const forgetful: Forgets[] = [];
    if (service.entities.includes(OutboxEvent)) {
      const outbox = app.get(Outbox);
      const relay = new OutboxRelay(database, stream, log);
      outbox.onAdded(() => relay.wake());
      metrics.watchOutbox(database);
      relays.push(relay);
      forgetful.push(outbox);
    }
    const handlings = handlingsOf(app, log, metrics);
    const consumers = handlings.map(({ consumer }) => consumer);
    assertDeclared(service.name, consumers);
    if (handlings.length === 0) return new EventServices(stream, relays, forgetful);
    if (!service.entities.includes(InboxEntry))
      throw new Error(`${service.name} consumes events without an inbox.`);
    const deferred = new DeferredEvents(database);
    const loops = handlings.map(
      (handling) => new ConsumerLoop(durableName(service.name, handling.consumer), stream, handling, log),
    );
    const watched = consumers.map((consumer) => ({ consumer, durable: durableName(service.name, consumer) }));
    metrics.watchConsumers(watched, stream);
    metrics.watchDeferred(consumers, deferred);
    const running = [...relays, ...loops, new DeferredLoop(deferred, handlings, log, app.get(Clock))];
    return new EventServices(stream, running, [
      ...forgetful,
      new Inbox(database),
      forgettingOf(deferred, log),
    ]);
  }

  /** Why NATS cannot store the events; undefined if it can, or if that is not known yet. */
  get notReady(): string | undefined {
    return this.stream.notReady;
  }

  /** Starts all parts; the database has to be open. */
  open(): void {
    for (const one of this.running) one.open();
  }

  /** Finishes the work under way. */
  async close(): Promise<void> {
    await Promise.all(this.running.map((one) => one.close()));
  }
}

/** Logs how many events were deleted, because they never took effect. Also forgets times that a wrong clock gave to events. */
function forgettingOf(deferred: DeferredEvents, log: Log): Forgets {
  const forget = async (): Promise<void> => {
    await deferred.hasten();
    const events = await deferred.forget();
    if (events > 0) log.warn({ events }, 'dead letters were deleted after 90 days');
  };
  return { forget };
}

function handlingsOf(app: INestApplicationContext, log: Log, metrics: EventMetrics): EventHandling[] {
  const database = app.get(Database);
  const parts = {
    inbox: new Inbox(database),
    deferred: new DeferredEvents(database),
    log,
    clock: app.get(Clock),
    onHandled: metrics.onHandled,
  };
  return consumptionsIn(app.get(BusServer).getHandlers()).map(
    ({ name, events, consumer, together }) => new EventHandling(name, events, consumer, parts, together),
  );
}
