import type { MeetingInfo } from '@pks/contracts';

/** The most about who took part in an import, because lists show that for up to 1,000 imports. Bytes. */
const MOST_BYTES = 16 * 1024;

/** Whether the participants and the meeting of an import are small enough for lists. */
export function fitsLists(participants: readonly string[], meeting: MeetingInfo | null | undefined): boolean {
  return Buffer.byteLength(JSON.stringify([participants, meeting])) <= MOST_BYTES;
}
