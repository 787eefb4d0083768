/**
 * SQL for a moment plus an interval, from two expressions: a `timestamptz` and an `interval`. Their plain sum depends on the session's time
 * zone, so a cluster accepts no `+` of a column in an update, nor any in the update of a conflict; this sum depends on nothing.
 */
export function later(moment: string, interval: string): string {
  return `((${moment} AT TIME ZONE 'UTC' + (${interval})) AT TIME ZONE 'UTC')`;
}
