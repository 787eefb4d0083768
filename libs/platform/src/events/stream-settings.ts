import {
  type ApiError,
  JetStreamApiError,
  type JetStreamManager,
  RetentionPolicy,
  type StreamInfo,
  StorageType,
} from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import type { BusConnection } from '../bus/connection.ts';
import type { Log } from '../logging/log.ts';
import { STREAM, STREAM_KEEPER, STREAM_UPDATE } from './stream-subjects.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Longer than rows live in an outbox, so that a missing message was lost. Milliseconds. */
const KEPT_MS = 8 * DAY_MS;
/** The server drops a second message of the same event within this time, the inbox later ones. Milliseconds. */
const DUPLICATES_MS = 10 * 60_000;
const UPDATED_WITHIN_MS = 5_000;
const NAME_IN_USE = 10058;

/** How many servers store each event, and whether this process updates the settings of a stream that has others. */
export interface EventStreamOptions {
  readonly replicas: number;
  readonly isKeeper?: boolean;
}

/** The settings of the stream of events. */
export class StreamSettings {
  private isLogged = false;

  constructor(
    private readonly connection: BusConnection,
    private readonly options: EventStreamOptions,
    private readonly log: Log,
  ) {}

  /**
   * The stream, which is created where it is missing. The settings of one that has others are replaced by its keeper; any other service
   * uses it as it is, and logs that once: what needs the new ones fails, and is tried again, until the keeper has been started.
   */
  async apply(manager: JetStreamManager): Promise<StreamInfo> {
    const settings = this.settings();
    const created = await manager.streams.add(settings).catch((error: unknown) => {
      if (error instanceof JetStreamApiError && error.code === NAME_IN_USE) return undefined;
      throw error;
    });
    if (created === undefined) return this.options.isKeeper ? this.replace(settings) : this.asItIs(manager);
    this.isLogged = false;
    return created;
  }

  private settings() {
    return {
      name: STREAM,
      subjects: ['*.event.*'],
      retention: RetentionPolicy.Limits,
      storage: StorageType.File,
      max_age: nanos(KEPT_MS),
      duplicate_window: nanos(DUPLICATES_MS),
      num_replicas: this.options.replicas,
    };
  }

  /** The library would leave the settings that these do not name, such as where each message is copied to. */
  private async replace(settings: object): Promise<StreamInfo> {
    const { native } = this.connection;
    const reply = await native.request(STREAM_UPDATE, JSON.stringify(settings), {
      timeout: UPDATED_WITHIN_MS,
    });
    const info = reply.json<StreamInfo & { readonly error?: ApiError }>();
    if (info.error) throw new JetStreamApiError(info.error);
    return info;
  }

  private async asItIs(manager: JetStreamManager): Promise<StreamInfo> {
    const info = await manager.streams.info(STREAM);
    if (!this.isLogged)
      this.log.warn(
        { settings: info.config },
        `the event stream has other settings, which ${STREAM_KEEPER} updates`,
      );
    this.isLogged = true;
    return info;
  }
}
