/** As what a document is read. */
export type DataFormat = 'csv' | 'json';

/** What is asked about the columns of a document. */
export interface Question {
  readonly format: DataFormat;
  /** Only these columns; null for all. */
  readonly columns: readonly string[] | null;
  /** The columns whose values make the groups; none for the document as a whole. */
  readonly group_by: readonly string[];
  /** Between 0 and 1. */
  readonly quantiles: readonly number[];
  /** How many of the most frequent values. */
  readonly top_values: number;
}
