import { type Item, type Lane, type Scope, isStep } from '../model.ts';
import { type Grid, gridOf } from './grid.ts';

/** The grid of a process's items. */
export function arranged(scope: Scope): Grid {
  const steps = scope.items.filter((item) => item.host === null && (isStep(item) || item.form === 'other'));
  const known = new Set(steps);
  const links = scope.flows
    .filter(({ kind }) => kind === 'sequence')
    .map(({ from, to }) => ({ from: from.host ?? from, to, isAside: from.host !== null }))
    .filter(({ from, to }) => known.has(from) && known.has(to));
  const bands = bandsOf(scope);
  const others = leavesOf(scope.lanes).length;
  const bandOf = (item: Item): number => bands.get(item) ?? others;
  const count = steps.length === 0 || steps.some((step) => bandOf(step) === others) ? others + 1 : others;
  return gridOf(steps, links, restOf(scope, known), bandOf, count);
}

/** The lanes that contain no lanes. */
export function leavesOf(lanes: readonly Lane[]): Lane[] {
  return lanes.flatMap((lane) => (lane.lanes.length === 0 ? [lane] : leavesOf(lane.lanes)));
}

function bandsOf({ lanes }: Scope): Map<Item, number> {
  return new Map(
    leavesOf(lanes).flatMap(({ members }, band) => [...members].map((item) => [item, band] as const)),
  );
}

/** Data and annotations, each with the step to which it belongs. */
function restOf({ items, flows }: Scope, steps: ReadonlySet<Item>): Map<Item, Item | null> {
  const partners = new Map<Item, Item>();
  for (const { kind, from, to } of flows) {
    if (kind !== 'association') continue;
    for (const [one, other] of [
      [from, to.host ?? to],
      [to, from.host ?? from],
    ] as const)
      if (steps.has(other) && !partners.has(one)) partners.set(one, other);
  }
  const rest = items.filter((item) => item.host === null && item.form !== 'group' && !steps.has(item));
  return new Map(rest.map((item) => [item, partners.get(item) ?? null]));
}
