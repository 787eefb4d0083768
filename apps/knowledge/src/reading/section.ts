/** A part of a document's text: what stands under one heading on one page. The parts in their order are the whole text, headings included. */
export interface Section {
  /** From 1; 1 where there are no pages. */
  readonly page: number;
  /** The headings above it, "A › B"; "" without. */
  readonly heading: string;
  readonly text: string;
}

/** What was read of a document. */
export interface ReadDocument {
  /** The PDF's, else 1. */
  readonly page_count: number;
  readonly sections: readonly Section[];
}
