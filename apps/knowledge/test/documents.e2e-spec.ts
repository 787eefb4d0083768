import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { faultOf } from '@pks/testing';
import { NOT_FOUND, RunningKnowledge, invalid } from './running-knowledge.ts';

let knowledge: RunningKnowledge;
beforeAll(async () => {
  knowledge = await RunningKnowledge.start();
});
afterAll(() => knowledge.stop());

const names = ({ results }: { results: readonly { name: string }[] }): string[] =>
  results.map(({ name }) => name);

describe('stored documents', () => {
  it('are returned as they were sent, in the order of the files', async () => {
    const documents = knowledge.someDocuments();
    const stored = await documents.upload(
      { name: 'Plan.bin', content: 'one', metadata: [['department', 'Sales']] },
      { name: 'Übersicht.bin', content_type: 'image/png', content: '' },
    );
    expect(stored).toMatchObject([
      { name: 'Plan.bin', content_type: 'application/x-test', file_size: 3, page_count: 1 },
      { name: 'Übersicht.bin', content_type: 'image/png', file_size: 0, metadata: [] },
    ]);
    expect(stored[0]).toEqual({
      id: expect.any(String),
      name: 'Plan.bin',
      content_type: 'application/x-test',
      page_count: 1,
      file_size: 3,
      metadata: [['department', 'Sales']],
      status: 'active',
      file: `/api/v1/projects/${documents.id}/documents/${stored[0]?.id}/content/`,
      source: 'upload',
      source_metadata: {},
      computed_pdf_file: null,
      created_at: expect.stringMatching(/Z$/),
      updated_at: stored[0]?.created_at,
    });
    expect((await documents.list()).results).toEqual([...stored].reverse());
    expect(await documents.get(stored[0]?.id ?? '')).toEqual({
      ...stored[0],
      uploaded_by: { id: documents.caller.user_id, email: documents.caller.email },
      indexing_status: 'active',
      indexing_error: null,
    });
  });

  it('have their file where the room was', async () => {
    const documents = knowledge.someDocuments();
    const { id } = await documents.uploadOne({ name: 'a.bin', content: 'abc' });
    expect(await documents.file(id)).toEqual({
      name: 'a.bin',
      content_type: 'application/x-test',
      file_size: 3,
      digest: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      blob_key: `${documents.id}/${id}`,
    });
    expect(await documents.keys()).toEqual([`${documents.id}/${id}`]);
  });

  it('create one entry in the changelog, whatever their number', async () => {
    const project = knowledge.aProject();
    const documents = knowledge.documentsOf(project);
    await documents.upload({ name: 'a' }, { name: 'b' }, { name: 'c' }, { name: 'd' }, { name: 'e' });
    expect(await project.changelogTexts()).toEqual(['Uploaded "a", "b", "c" and 2 more.']);
  });

  it('are all stored, or none of them', async () => {
    const [documents, other] = [knowledge.someDocuments(), knowledge.someDocuments()];
    const [mine, theirs] = [await documents.written(), await other.written()];
    const fault = await faultOf(documents.store([{ ...mine }, { ...theirs }]));
    expect(fault.kind).toBe('conflict');
    expect((await documents.list()).count).toBe(0);
    expect(await documents.store([{ ...mine }])).toHaveLength(1);
    expect(await other.store([{ ...theirs }])).toHaveLength(1);
  });

  it('cannot be stored twice', async () => {
    const documents = knowledge.someDocuments();
    const file = { ...(await documents.written()) };
    expect((await faultOf(documents.store([file, file]))).kind).toBe('conflict');
    await documents.store([file]);
    expect((await faultOf(documents.store([file]))).kind).toBe('conflict');
    expect((await documents.list()).count).toBe(1);
  });

  it('are at least one', async () => {
    expect(await faultOf(knowledge.someDocuments().store([]))).toEqual(invalid('files'));
  });

  it('have each pair of metadata once', async () => {
    const pairs = [
      ['a', 'x'],
      ['a', 'X'],
      ['a', 'x'],
      ['b', 'x'],
    ] as const;
    const { metadata } = await knowledge.someDocuments().uploadOne({ metadata: pairs });
    expect(metadata).toEqual([pairs[0], pairs[1], pairs[3]]);
  });
});

describe('the list of documents', () => {
  it('is empty at first', async () => {
    expect(await knowledge.someDocuments().list()).toEqual({ count: 0, results: [] });
  });

  it('has the newest first, in pages that report the total, also past the end', async () => {
    const documents = knowledge.someDocuments();
    for (const name of ['a', 'b', 'c']) await documents.uploadOne({ name });
    expect(names(await documents.list())).toEqual(['c', 'b', 'a']);
    const page = await documents.list({ limit: 2, offset: 1 });
    expect([page.count, names(page)]).toEqual([3, ['b', 'a']]);
    expect(await documents.list({ offset: 3 })).toEqual({ count: 3, results: [] });
  });

  it('is in the order of the times that it shows', async () => {
    const documents = knowledge.someDocuments();
    await Promise.all(Array.from({ length: 20 }, () => documents.uploadOne()));
    const times = (await documents.list()).results.map(({ created_at }) => created_at);
    expect(new Set(times).size).toBe(20);
    expect(times).toEqual([...times].sort().reverse());
  });

  it('finds part of the name, ignoring case, with every character taken literally', async () => {
    const documents = knowledge.someDocuments();
    for (const name of [
      'Übersicht 100%.txt',
      'uebersicht 100.txt',
      'a_b.txt',
      'aXb.txt',
      'back\\slash',
      'πελάτες',
    ]) {
      await documents.uploadOne({ name });
    }
    const found = async (search: string) => names(await documents.list({ search }));
    expect(await found('übersicht')).toEqual(['Übersicht 100%.txt']);
    expect(await found('100%')).toEqual(['Übersicht 100%.txt']);
    expect(await found('A_B')).toEqual(['a_b.txt']);
    expect(await found('k\\S')).toEqual(['back\\slash']);
    for (const word of ['ΠΕΛΆΤΕΣ', 'ΤΕΣ']) expect(await found(word)).toEqual(['πελάτες']);
    expect(await found('nothing')).toEqual([]);
    expect((await documents.list({ search: 'txt', limit: 1 })).count).toBe(4);
    expect(await documents.list({ search: 'txt', offset: 9 })).toEqual({ count: 4, results: [] });
  });

  it('filters by the exact content type', async () => {
    const documents = knowledge.someDocuments();
    await documents.upload(
      { name: 'a', content_type: 'image/png' },
      { name: 'b', content_type: 'image/gif' },
    );
    const found = await documents.list({ content_type: 'Image/PNG' });
    expect([found.count, names(found)]).toEqual([1, ['a']]);
    expect(await documents.list({ content_type: 'image' })).toEqual({ count: 0, results: [] });
    expect((await documents.list({ content_type: 'image/png', search: 'b' })).count).toBe(0);
  });

  it('has nothing of another project', async () => {
    const [documents, other] = [knowledge.someDocuments(), knowledge.someDocuments()];
    const { id } = await documents.uploadOne({ name: 'mine' });
    expect((await other.list()).count).toBe(0);
    for (const call of [
      other.get(id),
      other.file(id),
      other.text(id),
      other.rename(id, 'x'),
      other.remove(id),
    ]) {
      expect(await faultOf(call)).toEqual(NOT_FOUND);
    }
    expect(await other.indexing(id)).toEqual([]);
    expect(await other.bulkRemove([id])).toEqual({ deleted_count: 0 });
    expect((await documents.get(id)).name).toBe('mine');
  });
});

describe('a document', () => {
  it('is renamed, which is logged in the changelog', async () => {
    const project = knowledge.aProject();
    const documents = knowledge.documentsOf(project);
    const { id, updated_at } = await documents.uploadOne({ name: 'a' });
    const renamed = await documents.rename(id, 'b');
    expect(renamed).toMatchObject({ id, name: 'b' });
    expect(renamed.updated_at > updated_at).toBe(true);
    expect(await documents.rename(id, 'b')).toEqual(renamed);
    expect(await project.changelogTexts()).toEqual(['Renamed "a" to "b".', 'Uploaded "a".']);
    expect(names(await documents.list({ search: 'b' }))).toEqual(['b']);
  });

  it('that does not exist is not found', async () => {
    const documents = knowledge.someDocuments();
    expect(await faultOf(documents.get(randomUUID()))).toEqual(NOT_FOUND);
    expect(await faultOf(documents.remove(randomUUID()))).toEqual(NOT_FOUND);
  });
});

describe('the indexing status of documents', () => {
  it('is returned in the requested order, for those that exist', async () => {
    const documents = knowledge.someDocuments();
    const [a, b] = (await documents.upload({}, {})).map(({ id }) => id);
    const statuses = await documents.indexing(`${b},${randomUUID()}, ${a?.toUpperCase()},${b}`);
    expect(statuses).toEqual([b, a].map((id) => ({ id, status: 'active', error: null })));
  });

  it('is that of the newest 1,000 without ids, newest first', async () => {
    const documents = knowledge.someDocuments();
    expect(await documents.indexing()).toEqual([]);
    const [a, b, c] = (await documents.upload({}, {}, {})).map(({ id }) => id);
    await documents.remove(b ?? '');
    expect(await documents.indexing()).toEqual([c, a].map((id) => ({ id, status: 'active', error: null })));
    for (let n = 0; n < 10; n += 1) await documents.upload(...Array.from({ length: 100 }, () => ({})));
    const newest = await documents.indexing();
    expect(newest).toHaveLength(1_000);
    expect(newest.map(({ id }) => id)).not.toContain(c);
  });

  it('is requested by UUIDs', async () => {
    const documents = knowledge.someDocuments();
    for (const ids of ['x', `${randomUUID()},`, ',', '1,2']) {
      expect(await faultOf(documents.indexing(ids))).toEqual(invalid('document_ids'));
    }
    const many = Array.from({ length: 401 }, () => randomUUID());
    const tooMany = { document_ids: ['Ensure this field has no more than 400 items.'] };
    expect(await faultOf(documents.indexing(many.join(',')))).toMatchObject({ fields: tooMany });
    expect(await documents.indexing(many.slice(1).join(','))).toEqual([]);
  });
});
