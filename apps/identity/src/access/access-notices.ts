import { Inject, Injectable } from '@nestjs/common';
import { ACCESS_CHANGED, type AccessChanged } from '@pks/contracts';
import { BusConnection, LOG, type Log, afterCommit } from '@pks/platform';

/** Tells the gateways that what users' credentials are worth has changed. */
@Injectable()
export class AccessNotices {
  constructor(
    private readonly bus: BusConnection,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** Announces it once the transaction under way is committed. A lost notice is made good within 5 s: what gateways remember ends by itself. */
  changed(userIds: readonly string[]): void {
    afterCommit(() => this.announce({ user_ids: userIds }));
  }

  private announce(change: AccessChanged): void {
    try {
      this.bus.publish(ACCESS_CHANGED, JSON.stringify(change));
    } catch (error) {
      this.log.warn({ err: error }, 'a change of access could not be announced');
    }
  }
}
