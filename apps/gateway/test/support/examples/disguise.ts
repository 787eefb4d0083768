const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
const SECRET = /\b(pk[tsir])_[0-9A-Za-z_-]{30,}/g;
const PREFIX = /\b(pkt|pks)_[0-9A-Za-z]{4,12}\b/g;
const NOW = '2026-11-23T09:30:00.000Z';
/** Stands for every time more than a day ahead, such as the end of an invite; a time years ahead was sent by the test, and stays. */
const LATER = '2026-12-07T09:30:00.000Z';
const DAY_MS = 86_400_000;
const YEAR_MS = 366 * DAY_MS;
/** The day, or the range of days, of an interview in its report. */
const REPORTED = /(?<=- Date: )\d{4}-\d\d-\d\d( to \d{4}-\d\d-\d\d)?/g;
/** The suffix in the address of a service account. */
const SUFFIX = /-[0-9a-f]{8}(?=@service-accounts)/g;
/** Fields whose values depend on the machine or the moment. */
const VARYING = new Map<string, unknown>([
  ['duration_ms', 42],
  ['score', 0.42],
  ['relative_time', 'just now'],
]);

/** Replaces what differs from run to run: ids, times, secrets, and the names that keep runs apart. */
export class Disguise {
  private readonly ids = new Map<string, string>();

  /** @param names Texts of this run, each with what is shown in its place. */
  constructor(private readonly names: ReadonlyMap<string, string>) {}

  of<T>(value: T): T {
    return JSON.parse(this.text(JSON.stringify(value)), (key, inner: unknown) =>
      inner === null ? null : (VARYING.get(key) ?? inner),
    ) as T;
  }

  private text(json: string): string {
    const named = [...this.names].reduce((text, [name, shown]) => text.replaceAll(name, shown), json);
    return named
      .replace(UUID, (id) => this.idOf(id))
      .replace(TIME, shown)
      .replace(REPORTED, NOW.slice(0, NOW.indexOf('T')))
      .replace(SUFFIX, '-1a2b3c4d')
      .replace(SECRET, (_all, kind: string) => `${kind}_${'x'.repeat(36)}`)
      .replace(PREFIX, (_all, kind: string) => `${kind}_xxxx`);
  }

  /** Ids are replaced in the order in which they appear. */
  private idOf(id: string): string {
    const known =
      this.ids.get(id) ?? `0199c0de-0000-7000-8000-${String(this.ids.size + 1).padStart(12, '0')}`;
    this.ids.set(id, known);
    return known;
  }
}

function shown(time: string): string {
  const ahead = Date.parse(time) - Date.now();
  if (ahead > YEAR_MS) return time;
  return ahead > DAY_MS ? LATER : NOW;
}
