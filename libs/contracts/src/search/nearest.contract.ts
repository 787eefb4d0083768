import { contract, list, rpc, service } from '../kit/contract.ts';
import { ListOf, OneOf, Text, Uuid, Words } from '../kit/fields.ts';
import { InProject } from '../requests.ts';

/** The kinds of objects with which a text is compared. */
export const NEAR_KINDS = ['artifact', 'document'] as const;
/** The kind of one object that is similar to a text. */
export type NearKind = (typeof NEAR_KINDS)[number];

/** Requests the objects that are most similar to a text. */
export class FindNearest extends InProject {
  @Text({ blank: true })
  readonly text!: string;
}

/** A word that a text and an object share. */
export class SharedWord {
  @Words()
  readonly word!: string;
}

/** An object of a project's knowledge that is similar to a text. */
export class NearObject {
  @OneOf(NEAR_KINDS)
  readonly kind!: NearKind;

  @Uuid()
  readonly id!: string;

  @Words({ optional: true, description: 'The slug of the artifact; otherwise null.' })
  readonly slug?: string;

  @Words()
  readonly title!: string;

  @Words({ optional: true, description: 'The beginning of what was compared with the text.' })
  readonly excerpt?: string;

  @ListOf(SharedWord, { description: 'The words that they share, the rarest first.' })
  readonly words!: readonly SharedWord[];
}

/** Finds the objects that a text is about, for services only. */
export const nearest = contract('search.nearest', {
  /** The few most similar objects, most similar first. The same texts give the same result. */
  find: rpc(FindNearest).by(service('feedback')).returns(list(NearObject)),
});
