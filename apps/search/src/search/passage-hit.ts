import type { SourceKind } from '@pks/contracts';
import type { Passage } from './passage.ts';

/** A document, an artifact or an interview with passages; searches match its name, too. */
export interface Source {
  readonly kind: SourceKind;
  readonly id: string;
  readonly name: string;
}

/** The passages of a project with vectors of one model. */
export interface Generation {
  /** Consists of letters, digits and underscores. */
  readonly id: string;
  /** The length of each vector. */
  readonly dimensions: number;
}

/** A query for a project's passages: by words, by meaning, or by both. */
export interface PassageQuery {
  readonly words: string | null;
  readonly vector: Float32Array | null;
  /** The pieces of the query's words, by which the nearest passages are compared once more. */
  readonly pieces?: Int8Array | null;
  /** The maximum number of hits. */
  readonly limit: number;
  /** Only passages of these sources. */
  readonly sources?: readonly string[];
  readonly kinds?: readonly SourceKind[];
  /** If `kinds` includes interviews, only passages of these interviews. */
  readonly interviews?: readonly string[];
}

/** A passage of one indexing of its source. The caller checks whether that indexing is still the current one. */
export interface PassageAt extends Passage {
  readonly kind: SourceKind;
  readonly source_id: string;
  readonly indexing_id: string;
}

/** A matching passage. */
export interface Hit extends PassageAt {
  /** From 0 to 1, greater is better. */
  readonly score: number;
  /** The words by which the passage matches, as they are written in it, its headings or the name of its source. */
  readonly words: readonly string[];
  /** How near its meaning is to the query's, from 0 to 1; null if the passage has no vector yet, or the query has none. */
  readonly nearness: number | null;
}

/** An indexing of a source. */
export type Indexing = Pick<PassageAt, 'source_id' | 'indexing_id'>;
