import type { MeetingInfo } from '@pks/contracts';

/** Lists show who took part in each of up to 1,000 imports. Bytes. */
const MOST_BYTES = 16 * 1024;

/** Whether lists can show so much about who took part in an import. */
export function fitsLists(participants: readonly string[], meeting: MeetingInfo | null | undefined): boolean {
  return Buffer.byteLength(JSON.stringify([participants, meeting])) <= MOST_BYTES;
}
