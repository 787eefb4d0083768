import { type Item, type Scope, isStep } from './model.ts';

/** The steps of a process in the order in which they are reached; steps without predecessors first, unreachable ones last. */
export function stepsInOrder({ items, flows }: Scope): Item[] {
  const steps = items.filter(isStep);
  const next = new Map<Item, Item[]>(steps.map((step) => [step, []]));
  for (const { kind, from, to } of flows) if (kind === 'sequence') next.get(from)?.push(to);
  for (const step of steps) if (step.host !== null) next.get(step.host)?.push(step);
  const targets = new Set([...next.values()].flat());
  const ordered = new Set<Item>();
  for (const start of [...steps.filter((step) => !targets.has(step)), ...steps]) {
    const pending = [start];
    for (const step of pending) {
      if (ordered.has(step) || !next.has(step)) continue;
      ordered.add(step);
      pending.push(...(next.get(step) ?? []));
    }
  }
  return [...ordered];
}
