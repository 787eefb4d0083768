import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Pair } from '@pks/contracts';
import { NotPossible } from '@pks/platform';
import { Document, type NewDocument } from './document.entity.ts';

const TEN = new Date('2026-11-21T10:00:00.000Z');
const NOON = new Date('2026-11-21T12:00:00.000Z');

const NEW: NewDocument = {
  projectId: randomUUID(),
  file: {
    document_id: randomUUID(),
    name: 'plan.txt',
    content_type: 'text/plain',
    file_size: 3,
    digest: '0'.repeat(64),
    metadata: [],
  },
  number: 1,
  format: 'text',
  metadata: [],
  indexingStatus: 'created',
  uploader: { user_id: randomUUID(), email: 'ana@example.test' },
  now: TEN,
};

function aDocument(differences: Partial<NewDocument> = {}): Document {
  return Document.of({ ...NEW, ...differences });
}

describe('a document', () => {
  it('waits to be read, unless it has no text', () => {
    expect(aDocument().readingTurn).toBe('waiting');
    expect(aDocument({ indexingStatus: 'active' }).readingTurn).toBe('passed');
  });

  it('has one page until it is read, and an id in lower case', () => {
    const { file } = NEW;
    const document = aDocument({ file: { ...file, document_id: file.document_id.toUpperCase() } });
    expect(document).toMatchObject({ id: file.document_id, pageCount: 1 });
  });

  it('has a key for its bytes, in lower case', () => {
    const document = aDocument({ projectId: 'AB' });
    expect(document.blobKey).toBe(`ab/${document.id}`);
  });

  it('changes at a later time each time', () => {
    const document = aDocument();
    document.rename('notes.txt', TEN);
    expect(document).toMatchObject({ name: 'notes.txt', updatedAt: new Date(TEN.getTime() + 1) });
    document.finishIndexing(NOON);
    expect(document).toMatchObject({ indexingStatus: 'active', updatedAt: NOON });
  });
});

describe('the metadata of a document', () => {
  const [RED, BLUE]: Pair[] = [
    ['colour', 'red'],
    ['colour', 'blue'],
  ];

  it('has no pair twice, and changes the document only by a new one', () => {
    const document = aDocument({ metadata: [['colour', 'red']] });
    expect(document.label([['colour', 'red']], NOON)).toEqual([]);
    expect(document.updatedAt).toEqual(TEN);
    expect(
      document.label(
        [
          ['colour', 'blue'],
          ['colour', 'red'],
          ['colour', 'blue'],
        ],
        NOON,
      ),
    ).toEqual([BLUE]);
    expect(document).toMatchObject({ metadata: [RED, BLUE], updatedAt: NOON });
  });

  it('loses the pairs that are meant, and changes the document only by one', () => {
    const document = aDocument({
      metadata: [
        ['colour', 'red'],
        ['colour', 'blue'],
      ],
    });
    expect(document.unlabel(([, value]) => value === 'green', NOON)).toEqual([]);
    expect(document.updatedAt).toEqual(TEN);
    expect(document.unlabel(([, value]) => value === 'red', NOON)).toEqual([RED]);
    expect(document).toMatchObject({ metadata: [BLUE], updatedAt: NOON });
  });

  it.each([
    ['NFC', 'NFD'],
    ['NFD', 'NFC'],
  ])('in %s is one with that in %s: added in one encoding, known and removed in both', (form, other) => {
    const encoded = (as: string): Pair => ['größe'.normalize(as), 'ガイド'.normalize(as)];
    const document = aDocument({ metadata: [] });
    expect(document.label([encoded(form), encoded(other)], NOON)).toEqual([encoded('NFC')]);
    const stored = aDocument({ metadata: [encoded(form)] });
    expect(stored.label([encoded(other)], NOON)).toEqual([]);
    expect(stored.unlabel(([key]) => key === encoded('NFC')[0], NOON)).toEqual([encoded(form)]);
    expect(stored.metadata).toEqual([]);
  });

  it('is kept as it was sent where it is longer than 255 characters, in either encoding', () => {
    const long = 'e\u0301'.repeat(128);
    const longer = '\u0958'.repeat(128);
    const document = aDocument({ metadata: [] });
    document.label([[longer, long]], NOON);
    expect(document.metadata).toEqual([[longer, long]]);
    const short: Pair = ['\u0958'.repeat(127), 'e\u0301'.repeat(127)];
    expect(document.label([short], NOON)).toEqual([short.map((text) => text.normalize('NFC'))]);
  });

  it('has a limit, in characters of keys and values', () => {
    const document = aDocument({ metadata: [['k', '😀'.repeat(65_535 - 2)]] });
    expect(() => document.label([['a', 'bc']], NOON)).toThrow(
      new NotPossible('The metadata of a document has no more than 65536 characters.'),
    );
    expect([document.metadata, document.updatedAt]).toEqual([[['k', '😀'.repeat(65_535 - 2)]], TEN]);
    expect(document.label([['a', 'b']], NOON)).toHaveLength(1);
  });
});

describe('the reading of a document', () => {
  it('counts from its beginning to its end', () => {
    const document = aDocument();
    document.beginReading();
    expect(document).toMatchObject({ indexingStatus: 'indexing', readings: 1, readingTurn: 'waiting' });
    document.interruptReading();
    expect(document).toMatchObject({ indexingStatus: 'created', readings: 0, readingTurn: 'passed' });
    document.interruptReading();
    expect(document.readings).toBe(0);
    document.beginReading();
    document.beginReading();
    document.interruptReading();
    expect(document.readings).toBe(1);
  });

  it('leaves the number of pages, and keeps no other document waiting', () => {
    const document = aDocument();
    document.finishReading(7, NOON);
    expect(document).toMatchObject({
      indexingStatus: 'indexing',
      pageCount: 7,
      readAt: NOON,
      updatedAt: NOON,
      readingTurn: 'passed',
    });
  });

  it('fails for a reason of 1,000 characters at most, and keeps no other document waiting', () => {
    const document = aDocument();
    document.failReading(`${'x'.repeat(999)}😀`, NOON);
    expect(document).toMatchObject({
      indexingStatus: 'failed',
      indexingError: 'x'.repeat(999),
      updatedAt: NOON,
      readingTurn: 'passed',
    });
    document.failReading('\ud800', NOON);
    expect(document.indexingError).toBe('\ufffd');
  });
});
