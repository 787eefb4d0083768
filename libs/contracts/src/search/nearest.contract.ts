import { contract, list, rpc, service } from '../kit/contract.ts';
import { ListOf, OneOf, Text, Uuid, Words } from '../kit/fields.ts';
import { InProject } from '../requests.ts';

/** The kinds of object that a text is compared with. */
export const NEAR_KINDS = ['artifact', 'document'] as const;
/** The kind of an object that is near to a text. */
export type NearKind = (typeof NEAR_KINDS)[number];

/** Finds what a text is about. */
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

/** Finds what a text is about, for services only. */
export const nearest = contract('search.nearest', {
  /** The most similar objects, a few at most, the nearest first. The same texts give the same result. */
  find: rpc(FindNearest).by(service('feedback')).returns(list(NearObject)),
});
