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
import { STORED, STREAM, STREAM_KEEPER, STREAM_UPDATE } from './stream-subjects.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Longer than rows live in an outbox, so that a missing message was lost. Milliseconds. */
const KEPT_MS = 8 * DAY_MS;
/** Within this time the server drops a second message of the same event; later ones are left to the inbox. Milliseconds. */
const DUPLICATES_MS = 10 * 60_000;
const UPDATED_WITHIN_MS = 5_000;
const NAME_IN_USE = 10058;
/** There are too few servers to store the stream, the server does not accept its subjects, or another stream has some of them. */
const UNACCEPTABLE: readonly number[] = [10005, 10052, 10065, 10074];

/** Whether the server refuses the stream because of the server's or the stream's settings, not because it is busy or away. */
export function isRefusal(error: unknown): error is Error {
  if (error instanceof JetStreamApiError) return UNACCEPTABLE.includes(error.code);
  return error instanceof Error && error.name === 'JetStreamNotEnabled';
}

/** How many servers store each event, and whether this process updates a stream with other settings. */
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
   * Returns the stream, which is created if it is missing. Its keeper always replaces the settings: if a server could not restore the stream of an
   * earlier release, the newly created stream has its messages, and only an update writes the settings to the disk. Any other service uses a stream with
   * other settings as it is, and logs that once: whatever needs the new settings fails, and is retried until the keeper has been started.
   */
  async apply(manager: JetStreamManager): Promise<StreamInfo> {
    const settings = this.settings();
    const created = await manager.streams.add(settings).catch((error: unknown) => {
      if (error instanceof JetStreamApiError && error.code === NAME_IN_USE) return undefined;
      throw error;
    });
    if (this.options.isKeeper) return this.replace(settings);
    if (created === undefined) return this.asItIs(manager);
    this.isLogged = false;
    return created;
  }

  private settings() {
    return {
      name: STREAM,
      subjects: [...STORED],
      retention: RetentionPolicy.Limits,
      storage: StorageType.File,
      max_age: nanos(KEPT_MS),
      duplicate_window: nanos(DUPLICATES_MS),
      num_replicas: this.options.replicas,
    };
  }

  /** Does not use the library, which would keep settings that these do not name, such as where each message is copied to. */
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
