import type { Passage } from './passage.ts';

/** What a passage is a piece of. */
export type SourceKind = 'document' | 'artifact';

/** A document or an artifact whose passages are kept, by the name that it is found by too. */
export interface Source {
  readonly kind: SourceKind;
  readonly id: string;
  readonly name: string;
}

/** The passages of a project whose vectors are of one model. */
export interface Generation {
  /** Of letters, digits and underscores. */
  readonly id: string;
  /** The length of each vector. */
  readonly dimensions: number;
}

/** What is looked for in a project's passages: by words, by meaning, or by both. */
export interface Asked {
  readonly words: string | null;
  readonly vector: Float32Array | null;
  /** So many hits at most. */
  readonly limit: number;
  /** Only passages of these sources. */
  readonly sources?: readonly string[];
  readonly kinds?: readonly SourceKind[];
}

/** A passage that was found, of one indexing of its source: whoever asked knows whether that is still the current one. */
export interface Hit extends Passage {
  readonly kind: SourceKind;
  readonly source_id: string;
  readonly indexing_id: string;
  /** From 0 to 1, greater is better; comparable within one answer alone. */
  readonly score: number;
}

/** How many passages of an indexing of a source are kept, and how many of them have a vector. */
export interface KeptSource {
  readonly kind: SourceKind;
  readonly source_id: string;
  readonly indexing_id: string;
  readonly passages: number;
  readonly embedded: number;
}
