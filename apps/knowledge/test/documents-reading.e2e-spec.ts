import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { documentAdmitted, documentFailed, documentProcessed } from '@pks/contracts';
import { eventually, type TestDocuments, type TestFile } from '@pks/testing';
import { PDFDocument } from 'pdf-lib';
import { RunningKnowledge, invalid } from './running-knowledge.ts';

let knowledge: RunningKnowledge;
beforeAll(async () => {
  knowledge = await RunningKnowledge.startWithSearch();
});
afterAll(() => knowledge.stop());

const MARKDOWN = {
  name: 'a.md',
  content_type: 'text/markdown',
  content: '# One\n\nfirst\n\n# Two\n\nsecond',
};

/** Waits until the document is no longer being read or indexed, and returns it. */
async function settled(documents: TestDocuments, id: string) {
  await eventually('it is read', async () => /active|failed/.test((await documents.get(id)).indexing_status));
  return documents.get(id);
}

async function read(file: TestFile, documents = knowledge.someDocuments()) {
  const { id } = await documents.uploadOne(file);
  return { documents, id, document: await settled(documents, id) };
}

/** The events about a document that was read, or could not be, by subject. */
async function eventsAbout(id: string): Promise<[string, Record<string, unknown>][]> {
  const rows = await knowledge.session.rows<{ subject: string; payload: Record<string, unknown> }>(
    `SELECT subject, payload FROM knowledge.outbox WHERE payload->>'document_id' = $1 AND subject <> $2 ORDER BY id`,
    [id, documentAdmitted.subject],
  );
  return rows.map((row) => [row.subject, row.payload]);
}

describe('a document that is uploaded', () => {
  it('is read in the background, and its uploader is notified', async () => {
    const documents = knowledge.someDocuments();
    const uploaded = await documents.uploadOne(MARKDOWN);
    const document = await settled(documents, uploaded.id);
    expect(document).toMatchObject({ indexing_status: 'active', indexing_error: null, page_count: 1 });
    expect(await documents.text(uploaded.id)).toEqual({
      id: uploaded.id,
      indexing_status: 'active',
      page_count: 1,
      text: '# One\n\nfirst\n\n# Two\n\nsecond',
    });
    expect(await eventsAbout(uploaded.id)).toEqual([
      [
        documentProcessed.subject,
        {
          project_id: documents.id,
          document_id: uploaded.id,
          name: 'a.md',
          uploaded_by: documents.caller.user_id,
          processed_at: document.updated_at,
        },
      ],
    ]);
  });

  it('has the pages of its PDF, each of which can be read alone', async () => {
    const pdf = await PDFDocument.create();
    for (const text of ['alpha', '', 'gamma']) pdf.addPage().drawText(text);
    const content = Buffer.from(await pdf.save());
    const { documents, id, document } = await read({
      name: 'a.pdf',
      content_type: 'application/pdf',
      content,
    });
    expect([document.indexing_status, document.page_count]).toEqual(['active', 3]);
    const texts = await Promise.all([1, 2, 3, 4].map((page) => documents.text(id, page)));
    expect(texts.map(({ text }) => text)).toEqual(['alpha', '', 'gamma', null]);
    expect((await documents.text(id)).text).toBe('alpha\n\ngamma');
    expect((await documents.list()).results).toMatchObject([{ page_count: 3 }]);
  });

  it('that cannot be read is kept, with a sentence that says why', async () => {
    const broken = { name: 'a.json', content_type: 'application/json', content: '{"a":' };
    const { documents, id, document } = await read(broken);
    expect(document).toMatchObject({
      indexing_status: 'failed',
      indexing_error: expect.stringMatching(/\.$/),
    });
    expect((await documents.text(id)).text).toBeNull();
    expect(await documents.indexing(id)).toEqual([{ id, status: 'failed', error: document.indexing_error }]);
    expect(await eventsAbout(id)).toEqual([
      [documentFailed.subject, expect.objectContaining({ error: document.indexing_error })],
    ]);
    expect((await documents.file(id)).name).toBe('a.json');
  });

  it('is read by its name when its type says nothing', async () => {
    const { documents, id } = await read({ ...MARKDOWN, content_type: 'application/octet-stream' });
    expect((await documents.text(id)).text).toContain('first');
  });

  it('of an unsupported type is kept without text, and its uploader is notified', async () => {
    const documents = knowledge.someDocuments();
    const { id } = await documents.uploadOne({ name: 'a.png', content_type: 'image/png' });
    expect((await documents.get(id)).indexing_status).toBe('active');
    expect((await documents.text(id)).text).toBeNull();
    expect((await eventsAbout(id)).map(([subject]) => subject)).toEqual([documentProcessed.subject]);
  });

  it('is not read, and no one is notified, when that was requested', async () => {
    const documents = knowledge.someDocuments();
    const [one] = await documents.store([{ ...(await documents.written(MARKDOWN)) }], { skip_parsing: true });
    const id = one?.id ?? '';
    expect((await documents.get(id)).indexing_status).toBe('active');
    expect((await documents.text(id)).text).toBeNull();
    expect(await eventsAbout(id)).toEqual([]);
  });

  it('without a character has an empty text', async () => {
    const { documents, id } = await read({ name: 'a.txt', content_type: 'text/plain', content: '' });
    expect((await documents.text(id)).text).toBe('');
  });

  it('of many characters is returned whole', async () => {
    const content = `${'Überall steht etwas anderes. '.repeat(20)}\n\n`.repeat(20_000);
    const { documents, id } = await read({ name: 'a.txt', content_type: 'text/plain', content });
    const { text } = await documents.text(id);
    expect(text?.replace(/\s/g, '')).toBe(content.replace(/\s/g, ''));
  });

  it('with a line of many characters is returned unchanged', async () => {
    const content = `first line\n${'words and '.repeat(70_000)}"end"\nlast line`;
    const { documents, id } = await read({ name: 'a.txt', content_type: 'text/plain', content });
    expect((await documents.text(id)).text).toBe(content);
  });

  it('whose file is missing fails with a sentence', async () => {
    const documents = knowledge.someDocuments();
    const file = await documents.written(MARKDOWN);
    await rm(join(knowledge.blobFolder, documents.id, file.document_id));
    await documents.store([{ ...file }]);
    expect(await settled(documents, file.document_id)).toMatchObject({
      indexing_status: 'failed',
      indexing_error: 'The file is missing.',
    });
  });

  it('is not read again once ten processes have died reading it', async () => {
    const { documents, id } = await read(MARKDOWN);
    await knowledge.session.rows(
      `UPDATE knowledge.documents SET indexing_status = 'indexing', readings = 10, read_at = NULL WHERE id = $1`,
      [id],
    );
    await knowledge.again(id);
    expect(await settled(documents, id)).toMatchObject({
      indexing_status: 'failed',
      indexing_error: 'The file could not be read.',
    });
  });

  it('is read once, even when its job is repeated', async () => {
    const { documents, id } = await read(MARKDOWN);
    const before = await documents.get(id);
    await knowledge.again(id);
    await eventually('the job is done', () => knowledge.isDone(id));
    expect(await documents.get(id)).toEqual(before);
    expect(await eventsAbout(id)).toHaveLength(1);
  });

  it('that was deleted meanwhile is not read', async () => {
    const { documents, id } = await read(MARKDOWN);
    await documents.remove(id);
    await knowledge.again(id);
    await eventually('the job is done', () => knowledge.isDone(id));
    expect(await eventsAbout(id)).toHaveLength(1);
  });
});

describe('the text of a document', () => {
  it('is requested by pages from 1', async () => {
    const documents = knowledge.someDocuments();
    const { id } = await documents.uploadOne();
    await expect(documents.text(id, 0)).rejects.toMatchObject({ data: invalid('page') });
  });
});
