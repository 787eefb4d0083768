import type { Item } from '../model.ts';

export interface Link {
  readonly from: Item;
  readonly to: Item;
  /** True if the link leaves from the border of an activity: its target is placed below. */
  readonly isAside: boolean;
}

/** The column of each item: right of all items that lead to it, except those to which it leads back. */
export function columnsOf(items: readonly Item[], links: readonly Link[]): Map<Item, number> {
  const next = forwards(items, links);
  const waits = new Map(items.map((item) => [item, 0]));
  for (const targets of next.values()) for (const to of targets) waits.set(to, (waits.get(to) ?? 0) + 1);
  const columns = new Map(items.map((item) => [item, 0]));
  const ready = items.filter((item) => waits.get(item) === 0);
  for (const item of ready) {
    for (const to of next.get(item) ?? []) {
      columns.set(to, Math.max(columns.get(to) ?? 0, (columns.get(item) ?? 0) + 1));
      const left = (waits.get(to) ?? 0) - 1;
      waits.set(to, left);
      if (left === 0) ready.push(to);
    }
  }
  return columns;
}

/** The targets of each item, without the links that would close a cycle. */
function forwards(items: readonly Item[], links: readonly Link[]): Map<Item, Item[]> {
  const all = new Map<Item, Item[]>(items.map((item) => [item, []]));
  for (const { from, to } of links) all.get(from)?.push(to);
  const targets = new Set(links.map(({ to }) => to));
  const next = new Map<Item, Item[]>(items.map((item) => [item, []]));
  const done = new Set<Item>();
  for (const start of [...items.filter((item) => !targets.has(item)), ...items]) {
    if (!done.has(start)) follow(start, all, next, done);
  }
  return next;
}

/** Depth-first, without recursion: a process may be one long sequence. */
function follow(start: Item, all: Map<Item, Item[]>, next: Map<Item, Item[]>, done: Set<Item>): void {
  const onWay = new Set([start]);
  const pending = [{ item: start, targets: [...(all.get(start) ?? [])] }];
  for (let current = pending.at(-1); current !== undefined; current = pending.at(-1)) {
    const to = current.targets.shift();
    if (to === undefined) {
      pending.pop();
      onWay.delete(current.item);
      done.add(current.item);
    } else if (!onWay.has(to)) {
      next.get(current.item)?.push(to);
      if (done.has(to)) continue;
      onWay.add(to);
      pending.push({ item: to, targets: [...(all.get(to) ?? [])] });
    }
  }
}
