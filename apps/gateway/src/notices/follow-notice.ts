import type { MessageClass } from '@pks/contracts';
import { type BusConnection, type Log, parserOf } from '@pks/platform/process';

/** What notices of one subject mean to a gateway. */
export interface Followed<T> {
  readonly message: MessageClass<T>;
  readonly received: (notice: T) => void;
  /** There may have been one: it cannot be read, or the connection was lost. */
  readonly missed: () => void;
}

/** Follows notices, which are sent to whoever receives them, and to nobody else later. */
export function followNotice<T extends object>(
  connection: BusConnection,
  log: Log,
  subject: string,
  { message, received, missed }: Followed<T>,
): void {
  void connection.subscribe(subject, ({ data }) => {
    let notice: T;
    try {
      notice = parserOf(message).parse(JSON.parse(Buffer.from(data).toString()));
    } catch (error) {
      log.warn({ err: error, subject }, 'malformed notice');
      return missed();
    }
    received(notice);
  });
  connection.onLoss(missed);
}
