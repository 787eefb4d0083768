import { randomUUID } from 'node:crypto';
import {
  type Caller,
  type DocumentDetail,
  type DocumentItem,
  type DocumentReference,
  type DocumentText,
  type FoundPassage,
  type GetDocumentText,
  type MatchMetadata,
  type SearchKnowledge,
  documentMetadata,
  documents,
  search,
} from '@pks/contracts';
import { NotFound } from '@pks/platform';
import type { TestBus } from '@pks/testing';
import { v7 } from 'uuid';
import { standInOn } from './stand-in-on.ts';

const NOW = '2026-11-22T10:00:00.000Z';

/** A search that was requested, and by whom. */
interface Asked {
  readonly request: SearchKnowledge;
  readonly caller: Caller;
}

/** A passage of a document, unless specified otherwise. */
export function aPassage(overrides: Partial<FoundPassage> = {}): FoundPassage {
  return {
    kind: 'document',
    id: randomUUID(),
    slug: null,
    title: 'handbook.pdf',
    version_number: null,
    page: 1,
    heading: 'Refunds',
    text: 'A refund takes three days.',
    score: 0.9,
    matched_by: { words: ['refund'], nearness: 0.8 },
    ...overrides,
  };
}

/** A document as it is in lists. */
export function aDocument(overrides: Partial<DocumentItem> = {}): DocumentItem {
  return {
    id: v7(),
    name: 'handbook.pdf',
    content_type: 'application/pdf',
    page_count: 2,
    file_size: 100,
    metadata: [],
    status: 'active',
    file: '/content/',
    source: 'upload',
    source_metadata: {},
    computed_pdf_file: null,
    created_at: NOW,
    updated_at: NOW,
    ...overrides,
  };
}

/** Answers for the search and knowledge services: searches find what a test gives, documents have the given pages. */
export class KnowledgeStandIn {
  readonly searches: Asked[] = [];
  readonly matches: MatchMetadata[] = [];
  /** Who read documents. */
  readonly readers: Caller[] = [];
  /** What every search finds. */
  found: readonly FoundPassage[] = [];
  /** What every template matches. */
  matched: readonly DocumentItem[] = [];
  /** Searches end when this resolves. */
  ready: Promise<void> = Promise.resolve();
  private readonly pages = new Map<string, readonly string[]>();

  static async on(bus: TestBus): Promise<KnowledgeStandIn> {
    const standIn = new KnowledgeStandIn();
    const { get, text } = documents.calls;
    const [reading, matching] = [
      { subject: documents.subject, calls: { get, text } },
      { subject: documentMetadata.subject, calls: { match: documentMetadata.calls.match } },
    ];
    await standInOn(bus, 'search', search, { find: (request, caller) => standIn.find(request, caller) });
    await standInOn(bus, 'knowledge', reading, {
      get: async (request, caller) => standIn.detail(request, caller),
      text: async (request, caller) => standIn.text(request, caller),
    });
    await standInOn(bus, 'knowledge', matching, { match: async (request) => standIn.match(request) });
    return standIn;
  }

  /** Adds a document with these pages to a project; returns its id. */
  add(projectId: string, ...pages: readonly string[]): string {
    const id = v7();
    this.pages.set(`${projectId} ${id}`, pages);
    return id;
  }

  private async find(request: SearchKnowledge, caller: Caller): Promise<readonly FoundPassage[]> {
    this.searches.push({ request, caller });
    await this.ready;
    return this.found.slice(0, request.top_k);
  }

  private match(request: MatchMetadata): readonly DocumentItem[] {
    this.matches.push(request);
    return this.matched.slice(0, request.limit);
  }

  private detail(reference: DocumentReference, caller: Caller): DocumentDetail {
    const { length: page_count } = this.pagesOf(reference, caller);
    const uploaded_by = { id: caller.user_id, email: caller.email };
    const item = aDocument({ id: reference.document_id, page_count });
    return { ...item, uploaded_by, indexing_status: 'active', indexing_error: null };
  }

  private text({ page, ...reference }: GetDocumentText, caller: Caller): DocumentText {
    const pages = this.pagesOf(reference, caller);
    const text = (page === undefined ? pages.join('\n') : pages[page - 1]) || null;
    return { id: reference.document_id, indexing_status: 'active', page_count: pages.length, text };
  }

  private pagesOf({ project_id, document_id }: DocumentReference, caller: Caller): readonly string[] {
    this.readers.push(caller);
    const pages = this.pages.get(`${project_id} ${document_id}`);
    if (!pages) throw new NotFound();
    return pages;
  }
}
