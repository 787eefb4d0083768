import type fc from 'fast-check';
import type { Named } from '../product/world.ts';
import type { SentBody } from '../requests/request.ts';
import type { Calls } from './calls.ts';

/** The fields of an object, as they are sent and returned. */
export type Fields = Readonly<Record<string, unknown>>;

/** Something that is created, used and deleted. */
export interface Resource {
  readonly name: string;
  /** The parameter that names an object in a path, and the field of a response that has its value. */
  readonly parameter: string;
  readonly idField: string;
  /** Its share of the cases, if that is not the usual one. */
  readonly weight?: number;
  /** Whether it belongs to a service account. */
  readonly hasAccount?: true;
  readonly create: {
    readonly operation: string;
    readonly fields: fc.Arbitrary<Fields>;
    /** Fields that name an object that is created first. @throws Offence */
    readonly named?: (calls: Calls) => Promise<Fields>;
    /** Makes the body of the fields; JSON by default. */
    readonly body?: (fields: Fields) => SentBody;
    /** A POST that answers with a list of one. */
    readonly inList?: true;
    /** Whether the answer contains something that is shown once, so that it is not replayed. */
    readonly isSecret?: true;
  };
  readonly read?: string;
  readonly change?: { readonly operation: string; readonly fields: fc.Arbitrary<Fields> };
  readonly remove: readonly string[];
  readonly list: {
    readonly operation: string;
    /** Whether deleted objects are still listed. */
    readonly keeps?: true;
    /** An operation whose `total` counts them. */
    readonly counted?: string;
  };
  /** The status of a change and of a deletion of a deleted object; 404 by default. */
  readonly gone?: { readonly change?: number; readonly remove?: number };
  readonly use?: Use;
}

/** Uses an object, before and after its deletion. @throws Offence */
export type Use = (
  calls: Calls,
  named: Named,
  item: { readonly view: Fields; readonly isGone: boolean },
) => Promise<unknown>;
