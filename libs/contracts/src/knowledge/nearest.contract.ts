import { contract, list, openRpc } from '../kit/contract.ts';
import { ListOf, OneOf, Text, Uuid, Words } from '../kit/fields.ts';
import { InProject } from '../requests.ts';

/** What a text may be near to. */
export const NEAR_KINDS = ['artifact', 'document'] as const;
export type NearKind = (typeof NEAR_KINDS)[number];

export class FindNearest extends InProject {
  @Text({ blank: true })
  readonly text!: string;
}

/** A word that a text and an object have in common. */
export class SharedWord {
  @Words()
  readonly word!: string;
}

/** What of a project's knowledge a text is near to. */
export class NearObject {
  @OneOf(NEAR_KINDS)
  readonly kind!: NearKind;

  @Uuid()
  readonly id!: string;

  @Words({ optional: true, description: 'Of an artifact.' })
  readonly slug?: string;

  @Words()
  readonly title!: string;

  @ListOf(SharedWord, { description: 'What they have in common, the rarest first.' })
  readonly words!: readonly SharedWord[];
}

/** What a text is about: asked by services, never by the gateway. */
export const nearest = contract('knowledge.nearest', {
  /** The nearest one; none where nothing is near. The same texts give the same answer. */
  find: openRpc(FindNearest).returns(list(NearObject)),
});
