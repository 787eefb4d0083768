import type { Mark } from './marks.ts';

/** What an item is drawn as. */
export type Form =
  'activity' | 'event' | 'gateway' | 'data' | 'store' | 'annotation' | 'group' | 'pool' | 'lane' | 'other';

/** Whatever has a place in a diagram. Two are the same when they are the same object: ids may be missing or repeated. */
export interface Item {
  readonly form: Form;
  /** In words: `User task`. */
  readonly kind: string;
  readonly name: string;
  readonly mark: Mark | null;
  /** Its mark is filled: it throws, or sends. */
  readonly isFilled: boolean;
  readonly line: 'plain' | 'double' | 'thick' | 'dashed' | 'double-dashed' | 'dotted';
  /** What it says at its lower edge. */
  readonly markers: readonly Mark[];
  readonly isSubprocess: boolean;
  /** The activity at whose border an event waits. */
  readonly host: Item | null;
  /** What a subprocess consists of. */
  readonly inside: Scope | null;
}

export interface Flow {
  readonly kind: 'sequence' | 'message' | 'association';
  readonly name: string;
  readonly from: Item;
  readonly to: Item;
  readonly isDefault: boolean;
  readonly isConditional: boolean;
  readonly hasArrow: boolean;
}

export interface Lane {
  readonly item: Item;
  readonly members: ReadonlySet<Item>;
  readonly lanes: readonly Lane[];
}

/** A process or a subprocess. */
export interface Scope {
  readonly name: string;
  readonly items: readonly Item[];
  readonly flows: Flow[];
  readonly lanes: readonly Lane[];
}

/** A participant with its process, as far as there are both. */
export interface Pool {
  readonly item: Item | null;
  readonly scope: Scope | null;
}

export interface Model {
  readonly pools: readonly Pool[];
  /** What leads from a pool to another. */
  readonly flows: readonly Flow[];
}

/** Whether a flow can lead to an item and from it. */
export function isStep({ form }: Item): boolean {
  return form === 'activity' || form === 'event' || form === 'gateway';
}

/** All processes and subprocesses, each before those inside it. */
export function scopesOf(model: Model): Scope[] {
  const inside = (scope: Scope): Scope[] => [
    scope,
    ...scope.items.flatMap((item) => (item.inside === null ? [] : inside(item.inside))),
  ];
  return model.pools.flatMap(({ scope }) => (scope === null ? [] : inside(scope)));
}
