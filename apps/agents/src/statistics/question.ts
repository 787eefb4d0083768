/** The format in which a document is read. */
export type DataFormat = 'csv' | 'json';

/** A question about the columns of a document. */
export interface Question {
  readonly format: DataFormat;
  /** The columns to describe; null for all. */
  readonly columns: readonly string[] | null;
  /** The columns whose values make the groups; empty to describe the document as a whole. */
  readonly group_by: readonly string[];
  /** Shares between 0 and 1. */
  readonly quantiles: readonly number[];
  /** How many of a column's most frequent values to return. */
  readonly top_values: number;
}
