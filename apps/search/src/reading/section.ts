/** A part of a document's text: the text under one heading on one page. The parts in their order make the whole text, headings included. */
export interface Section {
  /** From 1; 1 in a document without pages. */
  readonly page: number;
  /** The headings above it, "A › B"; "" without any. */
  readonly heading: string;
  readonly text: string;
  /** Whether it continues the section before it, whose text is long: their texts are joined without a break. */
  readonly continues?: boolean;
}

/** The text of a document. */
export interface ReadDocument {
  /** The number of pages of a PDF; 1 for other files. */
  readonly page_count: number;
  readonly sections: readonly Section[];
}
