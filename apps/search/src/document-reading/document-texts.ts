import { Injectable } from '@nestjs/common';
import {
  type DocumentReference,
  type DocumentTextSection,
  type DocumentToRead,
  type RequestOf,
  type ResponseOf,
  type Rpc,
  documentReadings,
} from '@pks/contracts';
import { BusClient } from '@pks/platform';
import type { ReadDocument } from '../reading/section.ts';
import { Calling } from '../sources/calling.ts';

const { calls } = documentReadings;

/** The most that a request may hold, however JSON escapes its characters. */
const MOST_CHARACTERS = 400_000;
const MOST_SECTIONS = 1_000;

/** The texts of documents, which the knowledge service stores. */
@Injectable()
export class DocumentTexts {
  constructor(
    private readonly bus: BusClient,
    private readonly calling: Calling,
  ) {}

  /** Begins a reading; undefined if there is nothing to read. */
  async begin(document: DocumentReference): Promise<DocumentToRead | undefined> {
    return (await this.call(calls.begin, document))[0];
  }

  /** Stores the text, unless the document was deleted or read meanwhile. */
  async keep(document: DocumentReference, { page_count, sections }: ReadDocument): Promise<void> {
    let from = 0;
    for (const some of batchesOf(sections)) {
      const { is_awaited } = await this.call(calls.keep, { ...document, from, sections: some });
      if (!is_awaited) return;
      from += some.length;
    }
    await this.call(calls.finish, { ...document, page_count, section_count: sections.length });
  }

  /** Stores why there is no text, as a sentence for the uploader. */
  fail(document: DocumentReference, error: string): Promise<void> {
    return this.call(calls.fail, { ...document, error });
  }

  /** Ends a reading without counting it. */
  interrupt(document: DocumentReference): Promise<void> {
    return this.call(calls.interrupt, document);
  }

  private call<R extends Rpc>(rpc: R, request: RequestOf<R>): Promise<ResponseOf<R>> {
    return this.bus.call(rpc, request, this.calling.context());
  }
}

/** The sections in groups, one per request. */
function* batchesOf(sections: readonly DocumentTextSection[]): Generator<readonly DocumentTextSection[]> {
  let [first, characters] = [0, 0];
  for (const [place, { heading, text }] of sections.entries()) {
    characters += heading.length + text.length;
    if (characters < MOST_CHARACTERS && place - first < MOST_SECTIONS - 1) continue;
    yield sections.slice(first, place + 1);
    [first, characters] = [place + 1, 0];
  }
  if (first < sections.length) yield sections.slice(first);
}
