import { contract, list, nothing, rpc, service } from '../kit/contract.ts';
import { Flag, Integer, ListOf, OneOf, Text, Words } from '../kit/fields.ts';
import { DocumentReference } from './documents.contract.ts';
import { DocumentTextSection } from './search-sources.contract.ts';

/** The formats of files whose text can be read. */
export const DOCUMENT_FORMATS = ['pdf', 'docx', 'html', 'markdown', 'csv', 'json', 'text'] as const;
/** The format of one file whose text can be read (decisions 4). */
export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number];

/** A document whose turn it is to be read. */
export class DocumentToRead {
  @OneOf(DOCUMENT_FORMATS)
  readonly format!: DocumentFormat;

  @Words()
  readonly blob_key!: string;

  @Words({ optional: true, description: 'What the upload declares, whether or not it exists.' })
  readonly charset?: string;
}

/** Sections of a document, the first of them at a position. */
export class ReadSections extends DocumentReference {
  @Integer({ min: 0 })
  readonly from!: number;

  @ListOf(DocumentTextSection)
  readonly sections!: readonly DocumentTextSection[];
}

/** The reading of a document reached the end of its text. */
export class FinishedReading extends DocumentReference {
  @Integer({ min: 0 })
  readonly page_count!: number;

  @Integer({ min: 0, description: 'Of all sections.' })
  readonly section_count!: number;
}

/** Whether the document still awaits the text that was sent. */
export class AwaitedReading {
  @Flag()
  readonly is_awaited!: boolean;
}

/** The reading of a document failed. */
export class FailedReading extends DocumentReference {
  @Text({ max: 10_000, description: 'Why, as a sentence for the uploader.' })
  readonly error!: string;
}

/** The reading of documents, for the search service, which reads them. Each call may be repeated. */
export const documentReadings = contract('knowledge.document-readings', {
  /** Records the start of a reading. Returns nothing if there is nothing (more) to read. */
  begin: rpc(DocumentReference).by(service('search')).returns(list(DocumentToRead)),
  /** Stores sections of a text; `finish` completes the text. */
  keep: rpc(ReadSections).by(service('search')).returns(AwaitedReading),
  finish: rpc(FinishedReading).by(service('search')).returns(nothing),
  fail: rpc(FailedReading).by(service('search')).returns(nothing),
  /** Records that a reading ended for a reason other than the file: it does not count as an attempt. */
  interrupt: rpc(DocumentReference).by(service('search')).returns(nothing),
});
