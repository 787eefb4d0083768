/**
 * The moment that is so much later than another one, as SQL of two expressions: a `timestamptz` and an `interval`. Their sum depends on the
 * session's time zone, so a cluster takes no `+` of a column in an update, nor any in the update of a conflict; this one depends on nothing.
 */
export function later(moment: string, interval: string): string {
  return `((${moment} AT TIME ZONE 'UTC' + (${interval})) AT TIME ZONE 'UTC')`;
}
