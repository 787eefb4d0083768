/** A moment in the format of the browser's control: in the device's time zone, to the minute. */
export function localTime(at: string): string {
  const moment = new Date(at);
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
