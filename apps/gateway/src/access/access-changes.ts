import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { ACCESS_CHANGED, AccessChanged } from '@pks/contracts';
import { BusConnection, LOG, type Log } from '@pks/platform/process';
import { followNotice } from '../notices/follow-notice.ts';
import { AccessCache } from './access-cache.ts';

/** Drops cached access when the identity service publishes a change, or when its message may have been lost. */
@Injectable()
export class AccessChanges implements OnModuleInit {
  private readonly callbacks: (() => void)[] = [];

  constructor(
    private readonly connection: BusConnection,
    private readonly cache: AccessCache,
    @Inject(LOG) private readonly log: Log,
  ) {}

  onModuleInit(): void {
    followNotice(this.connection, this.log, ACCESS_CHANGED, {
      message: AccessChanged,
      received: (change) => this.drop(change),
      missed: () => this.drop(EVERYTHING),
    });
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
