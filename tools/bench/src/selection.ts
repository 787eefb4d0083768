/** The measurements that `--only` selects by a part of their names. */
export const MEASURED: readonly string[] = [
  '(a) list',
  '(b) list',
  'list',
  'detail',
  'signals',
  '(a) append',
  'append',
  'keyed append',
  '(a) publish',
  'publish',
  'fairness',
  'notifications',
  'events',
  'members',
  'interviews',
  'documents',
];
/** The measurements for which nothing else is measured. */
const WITHOUT_OTHERS: readonly string[] = ['peers', 'overload', 'growth'];
/** The measurements that run only if `--only` gives their whole names. */
export const MEASURED_ALONE: readonly string[] = ['hot', ...WITHOUT_OTHERS];
/** The measurements of this checkout beside another one. */
export const COMPARED = ['list', 'detail', 'append', 'keyed append', 'publish'] as const;

/** Whether `--only` selects a measurement; without it, all are. A contender belongs to what its name has before a colon. */
export function isSelected(only: readonly string[] | undefined, name: string): boolean {
  const [measurement = ''] = name.split(':');
  return only?.some((part) => measurement.includes(part)) ?? true;
}

/** What else the arguments say. */
interface OtherArguments {
  /** Whether this checkout is compared with another one. */
  readonly isCompared?: boolean;
  /** The options that are given of those that only the measurement `growth` heeds. */
  readonly ofGrowth?: readonly string[];
}

/** Why the arguments cannot be followed: nothing, or not all that they name, would be measured as they say; null if they can. */
export function wrongIn(
  only: readonly string[] = [],
  { isCompared = false, ofGrowth: [unheeded] = [] }: OtherArguments = {},
): string | null {
  const known = isCompared ? COMPARED : MEASURED;
  const isKnown = (part: string): boolean =>
    known.some((name) => name.includes(part)) || (!isCompared && MEASURED_ALONE.includes(part));
  const unknown = only.find((part) => !isKnown(part));
  if (unknown !== undefined)
    return `Nothing is measured${isCompared ? ' beside another checkout' : ''} under the name "${unknown}".`;
  if (unheeded !== undefined && !only.includes('growth')) return `--${unheeded} is only for "--only growth".`;
  const lonely = only.find((part) => WITHOUT_OTHERS.includes(part));
  return lonely === undefined || only.every((part) => part === lonely)
    ? null
    : `Nothing else is measured with "${lonely}".`;
}
