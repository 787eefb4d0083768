import type { Mark } from './marks.ts';

/** The shape in which an item is drawn. */
export type Form =
  'activity' | 'event' | 'gateway' | 'data' | 'store' | 'annotation' | 'group' | 'pool' | 'lane' | 'other';

/** Anything with a place in a diagram. Items are identified by object, not by id: ids may be missing or repeated. */
export interface Item {
  readonly form: Form;
  /** The kind in words: `User task`. */
  readonly kind: string;
  readonly name: string;
  readonly mark: Mark | null;
  /** Whether the mark is filled: the event throws, or the task sends. */
  readonly isFilled: boolean;
  readonly line: 'plain' | 'double' | 'thick' | 'dashed' | 'double-dashed' | 'dotted';
  /** The markers at the lower edge. */
  readonly markers: readonly Mark[];
  readonly isSubprocess: boolean;
  /** The activity to whose border an event is attached. */
  readonly host: Item | null;
  /** The content of a subprocess. */
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

/** A participant with its process; either may be missing. */
export interface Pool {
  readonly item: Item | null;
  readonly scope: Scope | null;
}

export interface Model {
  readonly pools: readonly Pool[];
  /** The flows between pools. */
  readonly flows: readonly Flow[];
}

/** Whether sequence flows can connect an item. */
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
