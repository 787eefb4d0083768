import type { MessageClass } from '@pks/contracts';
import { type BusConnection, type Log, parserOf } from '@pks/platform/process';

/** How a gateway follows the notices of one subject. */
export interface Followed<T> {
  readonly message: MessageClass<T>;
  readonly received: (notice: T) => void;
  /** Called when a notice may have been missed: it cannot be read, or the connection was lost. */
  readonly missed: () => void;
}

/** Follows notices, which reach only whoever is listening when they are sent. */
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
