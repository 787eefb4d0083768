import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pair } from '@pks/contracts';
import { Fault } from '@pks/platform';
import { eventually, type TestDocuments } from '@pks/testing';
import { RunningKnowledge } from './running-knowledge.ts';

let knowledge: RunningKnowledge;
beforeAll(async () => {
  knowledge = await RunningKnowledge.start(2);
});
afterAll(() => knowledge.stop());

const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

/** Makes these calls concurrently, and returns each outcome: `done`, or the kind of its fault. */
async function atOnce(...calls: (() => Promise<unknown>)[]): Promise<string[]> {
  const outcomes = await Promise.allSettled(calls.map((call) => call()));
  return outcomes.map((one) =>
    one.status === 'fulfilled'
      ? 'done'
      : one.reason instanceof Fault
        ? one.reason.data.kind
        : String(one.reason),
  );
}

/** Repeats a call while the answer is 503: on a slow machine, thirty writers of a project may wait for its lock in vain. */
async function patiently(call: () => Promise<unknown>): Promise<void> {
  const [outcome = ''] = await atOnce(call);
  if (outcome === 'unavailable') return patiently(call);
  if (outcome !== 'done') throw new Error(outcome);
}

/** Expects that the stored counts and indexes of a project agree with its documents. */
async function expectKept(documents: TestDocuments): Promise<void> {
  const { count, results } = await documents.list({ limit: 1000 });
  expect(count).toBe(results.length);
  const pairs = results.flatMap(({ metadata }) => metadata);
  const available = await documents.available();
  expect(available.reduce((sum, key) => sum + key.count, 0)).toBe(pairs.length);
  for (const { key, value_count, values } of available) {
    const having = pairs.filter(([name]) => name === key);
    expect(value_count).toBe(new Set(having.map(([, value]) => value)).size);
    for (const one of values) {
      expect(one.count).toBe(having.filter(([, value]) => value === one.value).length);
    }
  }
  for (const value of new Set(pairs.map(([, text]) => text))) {
    const found = await documents.filter([value], { limit: 1000 });
    const naive = results.filter(({ metadata }) => metadata.some(([, text]) => text === value));
    expect([found.count, found.results.map(({ id }) => id)]).toEqual([
      naive.length,
      naive.map(({ id }) => id),
    ]);
  }
}

describe('concurrently, on two replicas', () => {
  it('twenty pairs that are added to one document are all kept', async () => {
    const documents = knowledge.someDocuments();
    const { id } = await documents.uploadOne();
    const outcomes = await atOnce(
      ...upTo(20).map((n) => () => documents.addMetadata(id, ['k', `v${n % 15}`])),
    );
    expect(new Set(outcomes)).toEqual(new Set(['done']));
    expect((await documents.get(id)).metadata).toHaveLength(15);
    await expectKept(documents);
  });

  it('a document gets no more pairs than allowed', async () => {
    const documents = knowledge.someDocuments();
    const pairs = upTo(95).map((n): Pair => ['k', `${n}`]);
    const { id } = await documents.uploadOne({ metadata: pairs });
    const outcomes = await atOnce(...upTo(10).map((n) => () => documents.addMetadata(id, ['l', `${n}`])));
    expect(outcomes.filter((one) => one === 'done')).toHaveLength(5);
    expect((await documents.get(id)).metadata).toHaveLength(100);
    await expectKept(documents);
  });

  it('a document that is deleted twice is deleted once', async () => {
    const project = knowledge.aProject();
    const documents = knowledge.documentsOf(project);
    const { id } = await documents.uploadOne({ name: 'a', metadata: [['k', 'v']] });
    const outcomes = await atOnce(...upTo(6).map(() => () => documents.remove(id)));
    expect(outcomes.sort()).toEqual(['done', ...upTo(5).map(() => 'not_found')]);
    expect(await project.changelogTexts()).toEqual(['Deleted "a".', 'Uploaded "a".']);
    await expectKept(documents);
  });

  it('a pair added to a document that is being deleted leaves no trace', async () => {
    const documents = knowledge.someDocuments();
    const uploaded = await documents.upload(...upTo(10).map(() => ({ metadata: [['k', 'v']] as const })));
    const outcomes = await atOnce(
      ...uploaded.flatMap(({ id }) => [
        () => documents.addMetadata(id, ['k', 'w'], ['l', 'v']),
        () => patiently(() => documents.remove(id)),
        () => documents.removePair(id, 'k', 'v'),
      ]),
    );
    expect(outcomes.filter((_, place) => place % 3 === 1)).toEqual(upTo(10).map(() => 'done'));
    expect((await documents.list()).count).toBe(0);
    expect(await documents.available()).toEqual([]);
    await expectKept(documents);
  });

  it('uploads, deletions and labels in any order leave the stored numbers right', async () => {
    const documents = knowledge.someDocuments();
    const files = upTo(3).map((n) => ({
      metadata: [
        ['k', `v${n % 2}`],
        ['shared', 'all'],
      ] as const,
    }));
    const first = await documents.upload(...files, ...files);
    const ids = first.map(({ id }) => id);
    const outcomes = await atOnce(
      ...upTo(8).map(() => () => documents.upload(...files)),
      ...ids.map((id) => () => documents.addMetadata(id, ['k', 'v0'], ['k', 'v1'])),
      ...ids.map((id) => () => documents.removeKey(id, 'shared')),
      () => documents.bulkRemove(ids.slice(0, 3)),
      () => documents.bulkRemove(ids.slice(1, 4).reverse()),
    );
    expect(outcomes.filter((one) => one !== 'done' && one !== 'not_found')).toEqual([]);
    expect((await documents.list()).count).toBe(26);
    await expectKept(documents);
  });

  it('a room is stored or released, never both', async () => {
    const documents = knowledge.someDocuments();
    for (const n of upTo(8)) {
      const file = await documents.written({ content: `${n}` });
      const [stored] = await atOnce(
        () => documents.store([{ ...file }]),
        () => documents.release(file.document_id),
      );
      await eventually('the jobs about it are done', async () => {
        const left = await knowledge.session.rows(
          `SELECT FROM knowledge_jobs.job
            WHERE data->>'document_id' = $1 AND state <> 'completed' AND start_after <= now()`,
          [file.document_id],
        );
        return left.length === 0;
      });
      const isThere = (await documents.keys()).includes(`${documents.id}/${file.document_id}`);
      expect([stored, isThere]).toEqual(isThere ? ['done', true] : ['conflict', false]);
    }
  });

  it('an upload repeated under its idempotency key is stored once', async () => {
    const documents = knowledge.someDocuments();
    const file = await documents.written();
    const idempotency = { key: 'upload', operation: 'POST /documents/', fingerprint: 'same' };
    const outcomes = await atOnce(
      ...upTo(4).map(() => () => documents.store([{ ...file }], {}, idempotency)),
    );
    expect(outcomes).toContain('done');
    const again = await documents.store([{ ...file }], {}, idempotency);
    expect(again).toEqual((await documents.list()).results);
  });

  it('a document is renamed while it is labelled, and both changes are kept', async () => {
    const documents = knowledge.someDocuments();
    const { id } = await documents.uploadOne({ name: 'a' });
    const outcomes = await atOnce(
      ...upTo(6).map((n) => () => documents.rename(id, `b${n}`)),
      ...upTo(6).map((n) => () => documents.addMetadata(id, ['k', `${n}`])),
    );
    expect(new Set(outcomes)).toEqual(new Set(['done']));
    const document = await documents.get(id);
    expect([document.name.slice(0, 1), document.metadata.length]).toEqual(['b', 6]);
  });
});
