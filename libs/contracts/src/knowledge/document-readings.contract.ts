import { contract, list, nothing, rpc, service } from '../kit/contract.ts';
import { Flag, Integer, ListOf, OneOf, Text, Words } from '../kit/fields.ts';
import { DocumentReference } from './documents.contract.ts';
import { DocumentTextSection } from './search-sources.contract.ts';

/** The formats of files with a text. */
export const DOCUMENT_FORMATS = ['pdf', 'docx', 'html', 'markdown', 'csv', 'json', 'text'] as const;
/** The format of a file whose text can be read (decisions 4). */
export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number];

/** A document that is to be read. */
export class DocumentToRead {
  @OneOf(DOCUMENT_FORMATS)
  readonly format!: DocumentFormat;

  @Words()
  readonly blob_key!: string;

  @Words({ optional: true, description: 'What the upload declares, whether or not it exists.' })
  readonly charset?: string;
}

/** Sections of a document, beginning with the one at a position. */
export class ReadSections extends DocumentReference {
  @Integer({ min: 0 })
  readonly from!: number;

  @ListOf(DocumentTextSection)
  readonly sections!: readonly DocumentTextSection[];
}

/** The end of a document's text. */
export class FinishedReading extends DocumentReference {
  @Integer({ min: 0 })
  readonly page_count!: number;

  @Integer({ min: 0, description: 'Of all sections.' })
  readonly section_count!: number;
}

/** Whether a document waits for the text that was sent. */
export class AwaitedReading {
  @Flag()
  readonly is_awaited!: boolean;
}

/** A document without a text. */
export class FailedReading extends DocumentReference {
  @Text({ max: 10_000, description: 'Why, as a sentence for the uploader.' })
  readonly error!: string;
}

/** The reading of documents, by the service that searches them. Each call may be repeated. */
export const documentReadings = contract('knowledge.document-readings', {
  /** Records the start of a reading. Nothing where nothing is to be read (any more). */
  begin: rpc(DocumentReference).by(service('search')).returns(list(DocumentToRead)),
  /** Stores sections of a text that is complete with `finish`. */
  keep: rpc(ReadSections).by(service('search')).returns(AwaitedReading),
  finish: rpc(FinishedReading).by(service('search')).returns(nothing),
  fail: rpc(FailedReading).by(service('search')).returns(nothing),
  /** Records that a reading ended for a reason other than the file: it does not count. */
  interrupt: rpc(DocumentReference).by(service('search')).returns(nothing),
});
