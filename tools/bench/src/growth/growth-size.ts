/** The amounts of data in a product. One of its projects, the tenant, has a fifth of everything. */
export interface GrowthSize {
  readonly projects: number;
  readonly notifications: number;
  readonly artifacts: number;
  readonly signals: number;
  readonly documents: number;
  readonly interviews: number;
  readonly conversations: number;
  /** The members of the tenant; other projects have `MEMBERS_ELSEWHERE`. */
  readonly members: number;
}

const SMALL: GrowthSize = {
  projects: 10,
  notifications: 200_000,
  artifacts: 20_000,
  signals: 2_000,
  documents: 2_000,
  interviews: 500,
  conversations: 500,
  members: 20,
};

/** The members of each project but the tenant, whatever the size of the product. */
export const MEMBERS_ELSEWHERE = 20;

/** The small product with `factor` times as much data, in `factor` times `spread` as many projects. */
export function timesSmall(factor: number, spread = 1): GrowthSize {
  return {
    projects: SMALL.projects * factor * spread,
    notifications: SMALL.notifications * factor,
    artifacts: SMALL.artifacts * factor,
    signals: SMALL.signals * factor,
    documents: SMALL.documents * factor,
    interviews: SMALL.interviews * factor,
    conversations: SMALL.conversations * factor,
    members: SMALL.members * factor,
  };
}

/** Projects that each have the same number of something. */
export interface Share {
  readonly projectIds: readonly string[];
  readonly each: number;
}

/** A fifth for the tenant, the rest in equal shares for the other projects. */
export function sharesOf(total: number, [tenant = '', ...others]: readonly string[]): Share[] {
  return [
    { projectIds: [tenant], each: Math.round(total / 5) },
    { projectIds: others, each: Math.round((total * 4) / 5 / others.length) },
  ];
}

/** A part of a share that one statement inserts: the items `from` to `to` of some projects. */
export interface Batch {
  readonly projectIds: readonly string[];
  readonly from: number;
  readonly to: number;
}

/** Batches of about `size` rows: of several small projects, or of a part of a large one. */
export function* batchesOf({ projectIds, each }: Share, size: number): Generator<Batch> {
  const projects = Math.max(1, Math.floor(size / each));
  for (let first = 0; first < projectIds.length; first += projects) {
    const ids = projectIds.slice(first, first + projects);
    for (let from = 1; from <= each; from += size) {
      yield { projectIds: ids, from, to: Math.min(each, from + size - 1) };
    }
  }
}
