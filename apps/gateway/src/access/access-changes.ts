import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { ACCESS_CHANGED, AccessChanged } from '@pks/contracts';
import { BusConnection, LOG, type Log, parserOf } from '@pks/platform/process';
import { AccessCache } from './access-cache.ts';

/** Drops cached access when the identity service publishes that it changed, or when such a message may have been lost. */
@Injectable()
export class AccessChanges implements OnModuleInit {
  private readonly callbacks: (() => void)[] = [];

  constructor(
    private readonly connection: BusConnection,
    private readonly cache: AccessCache,
    @Inject(LOG) private readonly log: Log,
  ) {}

  onModuleInit(): void {
    void this.connection.subscribe(ACCESS_CHANGED, (message) => this.drop(changeIn(message.data, this.log)));
    this.connection.onLoss(() => this.drop(EVERYTHING));
  }

  /** Calls back when what credentials grant may have changed. */
  onChange(callback: () => void): void {
    this.callbacks.push(callback);
  }

  private drop(change: AccessChanged): void {
    this.cache.drop(change);
    for (const callback of this.callbacks) callback();
  }
}

const EVERYTHING: AccessChanged = { user_ids: [] };

/** The change that a message carries; a change of everything where it cannot be read. */
function changeIn(data: Uint8Array, log: Log): AccessChanged {
  try {
    return parserOf(AccessChanged).parse(JSON.parse(Buffer.from(data).toString()));
  } catch (error) {
    log.warn({ err: error }, 'malformed notice of changed access');
    return EVERYTHING;
  }
}
