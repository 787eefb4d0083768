/** The kinds of request that an honest user sends. */
export type Kind =
  | 'list'
  | 'detail'
  | 'notifications'
  | 'search'
  | 'filter'
  | 'signals'
  | 'append'
  | 'create'
  | 'diff'
  | 'upload'
  | 'reading'
  | 'login'
  | 'logout';

/** How often a round has each kind. A login takes longer than anything else, because it hashes a password; a logout follows it. */
const SHARES: Readonly<Record<Exclude<Kind, 'logout'>, number>> = {
  list: 8,
  detail: 8,
  notifications: 4,
  append: 4,
  search: 4,
  filter: 2,
  signals: 2,
  reading: 4,
  upload: 1,
  create: 1,
  diff: 1,
  login: 1,
};

/** A round of an honest user's requests, with each kind spread evenly over it. */
export const ROUND: readonly Kind[] = Object.entries(SHARES)
  .flatMap(([kind, share]) =>
    Array.from({ length: share }, (_none, n) => ({ kind: kind as Kind, at: (n + 0.5) / share })),
  )
  .sort((a, b) => a.at - b.at)
  .map(({ kind }) => kind);
