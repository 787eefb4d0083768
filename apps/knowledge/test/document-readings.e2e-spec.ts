import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  documentAdmitted,
  documentFailed,
  documentIndexed,
  documentProcessed,
  documentReadings,
  searchSources,
} from '@pks/contracts';
import { Jobs } from '@pks/platform';
import { type Fields, eventually, faultOf, type TestDocuments } from '@pks/testing';
import { ReadingLinesRepository } from '../src/documents/reading-lines.repository.ts';
import { remindOfReadings } from '../src/documents/reading-line.ts';
import { RunningKnowledge } from './running-knowledge.ts';

const { calls } = documentReadings;
const FILE = { name: 'a.txt', content_type: 'text/plain', content: 'One. Two.' };
const ONE = { page: 1, heading: '', text: 'One.' };
const TWO = { page: 1, heading: '', text: 'Two.' };

let knowledge: RunningKnowledge;
beforeAll(async () => {
  knowledge = await RunningKnowledge.start();
});
afterAll(() => knowledge.stop());

/** A document that waits to be read, and the calls of the service that reads it. */
class Reading {
  private constructor(
    readonly documents: TestDocuments,
    readonly id: string,
  ) {}

  static async ofADocument(file = FILE): Promise<Reading> {
    const documents = knowledge.someDocuments();
    return new Reading(documents, (await documents.uploadOne(file)).id);
  }

  /** Uploads more documents to the same project. */
  async beside(count: number): Promise<Reading[]> {
    const stored = await this.documents.upload(...Array.from({ length: count }, () => FILE));
    return stored.map(({ id }) => new Reading(this.documents, id));
  }

  get reference() {
    return { project_id: this.documents.id, document_id: this.id };
  }

  begin = () => knowledge.call(calls.begin, this.reference, null);
  keep = (from: number, ...sections: object[]) =>
    knowledge.call(calls.keep, { ...this.reference, from, sections }, null);
  finish = (section_count: number) =>
    knowledge.call(calls.finish, { ...this.reference, page_count: 1, section_count }, null);
  fail = (error: string) => knowledge.call(calls.fail, { ...this.reference, error }, null);
  interrupt = () => knowledge.call(calls.interrupt, this.reference, null);

  /** Publishes that the document is indexed, and waits until the event is handled. */
  async indexed(): Promise<void> {
    const event = await knowledge.publish(documentIndexed.of(this.reference));
    await eventually('the event is handled', async () => {
      const handled = 'SELECT FROM knowledge.inbox WHERE event_id = $1';
      return (await knowledge.session.rows(handled, [event])).length === 1;
    });
  }

  async status(): Promise<string> {
    return (await this.documents.get(this.id)).indexing_status;
  }

  /** The subjects of the events about the document, in their order. */
  readonly events = async (): Promise<string[]> => {
    const rows = await knowledge.session.rows<{ subject: string }>(
      `SELECT subject FROM knowledge.outbox WHERE payload ->> 'document_id' = $1 ORDER BY id`,
      [this.id],
    );
    return rows.map(({ subject }) => subject);
  };
}

describe('the reading of a document', () => {
  it('makes its sections the text once all of them are there, and the document active once it is indexed', async () => {
    const reading = await Reading.ofADocument();
    expect(await reading.begin()).toEqual([{ format: 'text', blob_key: expect.any(String) }]);
    expect(await reading.status()).toBe('indexing');
    expect(await reading.keep(0, ONE)).toEqual({ is_awaited: true });
    expect(await reading.keep(1, TWO)).toEqual({ is_awaited: true });
    expect((await reading.documents.text(reading.id)).text).toBeNull();
    await reading.finish(2);
    expect((await reading.documents.text(reading.id)).text).toBe('One.\n\nTwo.');
    expect(await reading.status()).toBe('indexing');
    await reading.indexed();
    expect(await reading.status()).toBe('active');
  });

  it.each([
    ['application/octet-stream', 'notes.md', 'notes', 'markdown'],
    ['application/octet-stream', 'page.html', 'page.txt', 'html'],
    ['text/plain', 'notes.md', 'notes.txt', 'markdown'],
    ['text/plain', 'notes.txt', 'notes.md', 'text'],
    ['application/vnd.ms-excel', 'rows.csv', 'rows', 'csv'],
  ])(
    'follows what was uploaded, whatever it is called since: %s, %s, %s',
    async (type, name, later, format) => {
      const reading = await Reading.ofADocument({ ...FILE, name, content_type: type });
      await reading.documents.rename(reading.id, later);
      expect(await reading.begin()).toMatchObject([{ format }]);
    },
  );

  it('is told the character set that its upload declared', async () => {
    const reading = await Reading.ofADocument({ ...FILE, content_type: 'text/plain; charset=koi8-r' });
    expect(await reading.begin()).toMatchObject([{ format: 'text', charset: 'koi8-r' }]);
  });

  it('follows the present name of a document from before its format was stored', async () => {
    const reading = await Reading.ofADocument({ ...FILE, name: 'notes.md' });
    await knowledge.session.rows('UPDATE knowledge.documents SET format = NULL WHERE id = $1', [reading.id]);
    expect(await reading.begin()).toMatchObject([{ format: 'markdown' }]);
  });

  it('gives the turn to the next one when the document is deleted meanwhile', async () => {
    const reading = await Reading.ofADocument();
    const { id: next } = await reading.documents.uploadOne({ ...FILE, name: 'b.txt' });
    const turns = () =>
      knowledge.session.rows('SELECT id FROM knowledge.documents WHERE id = $1 AND reading_turn = $2', [
        next,
        'admitted',
      ]);
    await reading.begin();
    expect(await turns()).toEqual([]);
    await reading.documents.remove(reading.id);
    expect(await reading.keep(0, ONE)).toEqual({ is_awaited: false });
    expect(await turns()).toEqual([{ id: next }]);
  });

  it('may repeat each of its calls', async () => {
    const reading = await Reading.ofADocument();
    await reading.begin();
    await reading.keep(0, ONE);
    await reading.begin();
    await reading.keep(0, ONE);
    await reading.keep(0, ONE);
    await reading.finish(1);
    await reading.finish(1);
    expect(await reading.keep(0, TWO)).toEqual({ is_awaited: false });
    expect(await reading.begin()).toEqual([]);
    expect((await reading.documents.text(reading.id)).text).toBe('One.');
  });

  it('does not end with fewer sections than were read', async () => {
    const reading = await Reading.ofADocument();
    await reading.begin();
    await reading.keep(0, ONE);
    expect(await faultOf(reading.finish(2))).toMatchObject({ kind: 'conflict' });
    expect(await reading.status()).toBe('indexing');
    expect((await reading.documents.text(reading.id)).text).toBeNull();
  });

  it('fails once, with the sentence for the uploader', async () => {
    const reading = await Reading.ofADocument();
    await reading.begin();
    for (const error of ['The file is broken.', 'Another sentence.']) await reading.fail(error);
    const { indexing_status, indexing_error } = await reading.documents.get(reading.id);
    expect([indexing_status, indexing_error]).toEqual(['failed', 'The file is broken.']);
    expect(await reading.events()).toEqual([documentAdmitted.subject, documentFailed.subject]);
    await reading.indexed();
    expect(await reading.status()).toBe('failed');
  });

  it('does not count when it is interrupted, and is given up when ten began and did not end', async () => {
    const reading = await Reading.ofADocument();
    for (let n = 0; n < 5; n += 1) {
      expect(await reading.begin()).toHaveLength(1);
      await reading.interrupt();
    }
    expect(await reading.status()).toBe('created');
    await reading.interrupt();
    for (let n = 0; n < 10; n += 1) expect(await reading.begin()).toHaveLength(1);
    expect(await reading.begin()).toEqual([]);
    expect((await reading.documents.get(reading.id)).indexing_error).toBe('The file could not be read.');
  });

  it('changes nothing about a document that was deleted meanwhile', async () => {
    const reading = await Reading.ofADocument();
    await reading.begin();
    await reading.documents.remove(reading.id);
    expect(await reading.keep(0, ONE)).toEqual({ is_awaited: false });
    await reading.finish(1);
    await reading.fail('The file is broken.');
    await reading.indexed();
    const subjects = await reading.events();
    expect(subjects.filter((subject) => subject !== documentAdmitted.subject)).toEqual([]);
  });

  it('admits the next document of the project, however it ends', async () => {
    const first = await Reading.ofADocument();
    const ids = [first.id];
    for (let n = 0; n < 3; n += 1) ids.push((await first.documents.uploadOne(FILE)).id);
    const admitted = async (): Promise<string[]> => {
      const rows = await knowledge.session.rows<{ id: string }>(
        `SELECT payload ->> 'document_id' AS id FROM knowledge.outbox
          WHERE subject = $1 AND payload ->> 'project_id' = $2 ORDER BY id`,
        [documentAdmitted.subject, first.documents.id],
      );
      return rows.map(({ id }) => id);
    };
    const of = (id = ''): Fields => ({ project_id: first.documents.id, document_id: id });
    expect(await admitted()).toEqual(ids.slice(0, 1));
    await knowledge.call(calls.finish, { ...of(ids[0]), page_count: 1, section_count: 0 }, null);
    expect(await admitted()).toEqual(ids.slice(0, 2));
    await knowledge.call(calls.fail, { ...of(ids[1]), error: 'The file is broken.' }, null);
    expect(await admitted()).toEqual(ids.slice(0, 3));
    await knowledge.call(calls.interrupt, of(ids[2]), null);
    expect(await admitted()).toEqual(ids);
  });
});

describe('the documents whose turn it is or was', () => {
  const remind = () => knowledge.parts(Jobs)[0]?.trigger(remindOfReadings);
  const announcements = async ({ events }: Reading): Promise<number> =>
    (await events()).filter((subject) => subject === documentAdmitted.subject).length;

  it('are announced again until they are read, because a search service may lose its jobs', async () => {
    const [waits, read] = [await Reading.ofADocument(), await Reading.ofADocument()];
    await read.begin();
    await read.finish(0);
    await remind();
    await eventually('it is announced', async () => (await announcements(waits)) === 2);
    expect(await announcements(read)).toBe(1);
    await waits.begin();
    await remind();
    await eventually('it is announced', async () => (await announcements(waits)) === 3);
  });

  it('are announced again after their reading was interrupted, and others still wait for their turn', async () => {
    const interrupted = await Reading.ofADocument();
    const others = await interrupted.beside(2);
    await interrupted.begin();
    await interrupted.interrupt();
    await remind();
    await eventually('they are announced', async () => (await announcements(interrupted)) === 2);
    expect(await Promise.all(others.map(announcements))).toEqual([2, 0]);
  });

  it('are 10,000 others each time, where they are more', async () => {
    const { documents, id } = await Reading.ofADocument();
    await knowledge.session.rows(
      `INSERT INTO knowledge.documents
         (project_id, id, number, name, content_type, file_size, digest, metadata, indexing_status, uploaded_by_id,
          uploaded_by_email, created_at, updated_at)
       SELECT gen_random_uuid(), id, number, name, content_type, file_size, digest, metadata, indexing_status, uploaded_by_id,
              uploaded_by_email, created_at, updated_at
         FROM knowledge.documents, generate_series(1, 10100) WHERE id = $1`,
      [id],
    );
    const found = new Set<string>();
    for (const _time of [1, 2]) {
      for (const { project_id } of (await knowledge.parts(ReadingLinesRepository)[0]?.admitted()) ?? [])
        found.add(project_id);
    }
    const copies = 'DELETE FROM knowledge.documents WHERE id = $1 AND project_id <> $2';
    await knowledge.session.rows(copies, [id, documents.id]);
    expect(found.size).toBeGreaterThan(10_000);
  });
});

describe('the event that a document is indexed', () => {
  it('notifies its uploader once, however often it is published', async () => {
    const reading = await Reading.ofADocument();
    await reading.begin();
    await reading.finish(0);
    await reading.indexed();
    const before = await reading.documents.get(reading.id);
    await reading.indexed();
    expect(await reading.documents.get(reading.id)).toEqual(before);
    expect(await reading.events()).toEqual([documentAdmitted.subject, documentProcessed.subject]);
  });

  it('does not make a document active that was not read', async () => {
    const reading = await Reading.ofADocument();
    await reading.begin();
    await reading.indexed();
    expect(await reading.status()).toBe('indexing');
  });
});

describe('the sections of a text', () => {
  it('are returned in parts, of which the first has one however long it is', async () => {
    const reading = await Reading.ofADocument();
    await reading.begin();
    const long = 'x'.repeat(300_000);
    const count = 9;
    for (let n = 0; n < count; n += 1) await reading.keep(n, { ...ONE, text: `${n}${long}` });
    const sections = (from: number) =>
      knowledge.call(searchSources.calls.sections, { ...reading.reference, from }, null);
    expect(await sections(0)).toEqual([]);
    await reading.finish(count);
    const first = await sections(0);
    expect(first).toHaveLength(6);
    const rest = await sections(first.length);
    expect([...first, ...rest].map(({ text }) => text[0])).toEqual([...'012345678']);
    expect(await sections(count)).toEqual([]);
  });
});
