import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Jobs, NotYet, inProject } from '@pks/platform';
import { type TestProject, eventually } from '@pks/testing';
import { v7 } from 'uuid';
import { Attempts } from '../src/indexing/attempts.ts';
import { PassagesTidying } from '../src/indexing/passages-tidying.ts';
import { SourceContents } from '../src/indexing/source-contents.ts';
import { SourceIndexing } from '../src/indexing/source-indexing.ts';
import { indexSource, type SourceToIndex } from '../src/search-index/index-jobs.ts';
import type { Indexable } from '../src/search-index/indexed-sources.repository.ts';
import { PassageStore } from '../src/search/passage-store.ts';
import { RunningSearch } from './running-search.ts';
import { TestSearch } from './test-search.ts';

let running: RunningSearch;
let indexing: SourceIndexing;
let contents: SourceContents;

beforeAll(async () => {
  running = await RunningSearch.start();
  const [worker, reader] = [running.parts(SourceIndexing)[0], running.parts(SourceContents)[0]];
  if (!worker || !reader) throw new Error('One replica was started.');
  [indexing, contents] = [worker, reader];
  await running.isComplete(1);
});
afterAll(() => running.stop());

interface Published {
  readonly payload: SourceToIndex;
  readonly slug: string;
  readonly title: string;
}

/** An artifact whose publication is indexed. */
async function published(project: TestProject, title: string): Promise<Published> {
  const { id: source_id, slug } = await project.create(title);
  await project.append(slug, `What ${title} says.`);
  await project.publish(slug, 2);
  await new TestSearch(running, project).finds(title, [title]);
  return { payload: { project_id: project.id, kind: 'artifact', source_id }, slug, title };
}

const jobOf = <P>(payload: P) => ({
  id: randomUUID(),
  attempt: 1,
  payload,
  signal: new AbortController().signal,
});
const index = (...all: readonly Published[]) => indexing.work(all.map(({ payload }) => jobOf(payload)));

/** Makes sources look changed, so that they are indexed again. */
const forget = (...all: readonly Published[]) =>
  running.session.rows('UPDATE search.indexed_sources SET name = NULL WHERE source_id = ANY ($1)', [
    idsOf(all),
  ]);
const idsOf = (all: readonly Published[]) => all.map(({ payload }) => payload.source_id);
const rowsOf = (...all: readonly Published[]) =>
  running.session.rows<{ counts: boolean; version: number; attempt: string }>(
    `SELECT indexing_id = attempt_id AS counts, version_number AS version, attempt_id AS attempt
       FROM search.indexed_sources WHERE source_id = ANY ($1) ORDER BY source_id`,
    [idsOf(all)],
  );

/** Waits until a version of each counts. Late events of their publication may have begun attempts, too, which then count. */
const areIndexed = (version: number, ...all: readonly Published[]) =>
  eventually('they are indexed', async () => {
    const rows = await rowsOf(...all);
    return rows.length === all.length && rows.every((row) => row.counts && row.version === version);
  });

/** Does something once attempts have begun and before their contents are read. */
async function between(meanwhile: () => Promise<unknown>, work: () => Promise<void>): Promise<void> {
  const read = contents.of.bind(contents);
  Object.assign(contents, {
    async *of(...sources: Parameters<typeof read>) {
      Reflect.deleteProperty(contents, 'of');
      await meanwhile();
      yield* read(...sources);
    },
  });
  await work();
}

/** Makes the next lookup of states find nothing to index, and does something before an attempt begins. */
async function foundNothing(meanwhile: () => Promise<unknown>, work: () => Promise<void>): Promise<void> {
  Object.assign(contents, {
    async states(sources: readonly Indexable[]) {
      Reflect.deleteProperty(contents, 'states');
      await meanwhile();
      return sources.map((source) => ({ source, state: undefined }));
    },
  });
  await work();
}

/** A content that none of these sources has. */
const ANOTHER = {
  name: 'Another',
  versionNumber: 9,
  awaitsIndexing: false,
  sections: [{ page: 1, heading: '', text: 'Another text.' }],
};

/** An attempt to index a source, and how to begin another one. */
async function anAttempt() {
  const [attempts, project] = [running.parts(Attempts)[0], running.aProject()];
  const source = { projectId: project.id, kind: 'artifact', sourceId: randomUUID(), priority: 0 } as const;
  const state = { name: 'Rowlocks', versionNumber: 1, awaitsIndexing: false };
  const begin = async () => {
    const [attempt] = (await attempts?.begin([{ source, state }], 1)) ?? [];
    if (!attempt) throw new Error('No attempt began.');
    return attempt;
  };
  return { attempts, project, source, state, begin, first: await begin() };
}

describe('sources that wait to be indexed', () => {
  it('are indexed together, those of several projects each in its own', async () => {
    const [one, other] = [running.aProject(), running.aProject()];
    const all = [
      await published(one, 'Anchors'),
      await published(other, 'Buoys'),
      await published(one, 'Capstans'),
    ];
    await forget(...all);
    const before = await rowsOf(...all);
    const keys = all.map(() => randomUUID());
    await running.parts(Jobs)[0]?.addAll(
      indexSource,
      all.map(({ payload }, at) => ({ payload, key: keys[at] ?? '' })),
    );
    await eventually('they are indexed', async () => {
      const rows = await rowsOf(...all);
      return rows.every(({ counts, attempt }, at) => counts && attempt !== before[at]?.attempt);
    });
    const find = (project: TestProject) => new TestSearch(running, project).titles('what says');
    expect([...new Set(await find(one))].sort()).toEqual(['Anchors', 'Capstans']);
    expect(await find(other)).toEqual(['Buoys']);
  });

  it('are indexed when one of them cannot be, which is tried again alone', async () => {
    const project = running.aProject();
    const all = [
      await published(project, 'Davits'),
      await published(project, 'Eyelets'),
      await published(project, 'Fairleads'),
    ];
    const poison = all[1]?.payload.source_id;
    // An object that is not a text, and cannot be converted to one.
    const corrupt = 'UPDATE knowledge.artifact_versions SET payload = $2 WHERE artifact_id = $1';
    await running.session.rows(corrupt, [poison, '{"toString": 1, "valueOf": 1}']);
    await forget(...all);
    const before = await rowsOf(...all);
    await running.parts(Jobs)[0]?.addAll(
      indexSource,
      all.map(({ payload }) => ({ payload, key: randomUUID() })),
    );
    const ends = `SELECT DISTINCT ON (data ->> 'source_id') data ->> 'source_id' AS id, state FROM search_jobs.job
                   WHERE data ->> 'source_id' = ANY ($1) ORDER BY data ->> 'source_id', created_on DESC`;
    await eventually('each has ended', async () => {
      const jobs = await running.session.rows<{ id: string; state: string }>(ends, [idsOf(all)]);
      const states = idsOf(all).map((id) => jobs.find((job) => job.id === id)?.state);
      return states.join() === 'completed,retry,completed';
    });
    const again = (await rowsOf(...all)).map(({ attempt }, at) => attempt !== before[at]?.attempt);
    expect(again).toEqual([true, true, true]);
    await running.session.rows(
      `UPDATE knowledge.artifact_versions SET payload = '""' WHERE artifact_id = $1`,
      [poison],
    );
  });

  it('are gone when they are deleted once their attempt has begun', async () => {
    const project = running.aProject();
    const [stays, goes] = [await published(project, 'Gaffs'), await published(project, 'Halyards')];
    await forget(stays, goes);
    await between(
      () => project.remove(goes.slug),
      () => index(stays, goes),
    );
    // The job of the deletion may have begun an attempt, which then ends it.
    await eventually('it is forgotten', async () => (await rowsOf(goes)).length === 0);
    await areIndexed(2, stays);
    expect(await new TestSearch(running, project).titles('what says')).toEqual(['Gaffs']);
  });

  it('stay when there was nothing to index, and another attempt has found something by then', async () => {
    const project = running.aProject();
    const one = await published(project, 'Inhauls');
    await forget(one);
    await foundNothing(
      () => index(one),
      () => index(one),
    );
    await areIndexed(2, one);
    expect(await new TestSearch(running, project).titles('what says')).toEqual(['Inhauls']);
  });

  it('are indexed as they are published once their attempt has begun', async () => {
    const project = running.aProject();
    const [one, other] = [await published(project, 'Jackstays'), await published(project, 'Keels')];
    await project.append(other.slug, 'It is deeper now.');
    await forget(one, other);
    await between(
      () => project.publish(other.slug, 3),
      () => index(one, other),
    );
    await areIndexed(3, other);
    await new TestSearch(running, project).finds('deeper', ['Keels']);
  });

  it('count once when two workers index the same, in any order', async () => {
    const projects = [running.aProject(), running.aProject()];
    const all: Published[] = [];
    for (const project of projects)
      for (const title of ['Leeboards', 'Masts', 'Oars']) all.push(await published(project, title));
    for (let turn = 0; turn < 5; turn += 1) {
      await forget(...all);
      await Promise.all([index(...all), index(...all.toReversed()), index(...all)]);
      await areIndexed(2, ...all);
    }
    for (const project of projects) {
      const found = await new TestSearch(running, project).titles('what says');
      expect([...new Set(found)].sort()).toEqual(['Leeboards', 'Masts', 'Oars']);
      expect(found).toHaveLength(3);
    }
  });

  it('have attempts with ids in the order in which they begin', async () => {
    const { source, begin } = await anAttempt();
    await running.session.rows('BEGIN');
    const lock = 'SELECT FROM search.indexed_sources WHERE source_id = $1 FOR UPDATE';
    await running.session.rows(lock, [source.sourceId]);
    const waiting = begin();
    await eventually('it waits', () => running.session.isWaitedFor());
    const [before] = await running.session.rows<{ id: string }>('SELECT uuidv7() AS id');
    await running.session.rows('COMMIT');
    expect([before?.id, (await waiting).attemptId].sort()[0]).toBe(before?.id);
  });

  it('are tidied up when an attempt has written that counts no more', async () => {
    const { attempts, project, state, begin, first } = await anAttempt();
    await begin();
    expect(await attempts?.recordWords([{ source: first, state }], 1, false)).toEqual([]);
    const tidying = `SELECT FROM search_jobs.job WHERE name = 'tidy-passages' AND data ->> 'project_id' = $1`;
    expect(await running.session.rows(tidying, [project.id])).toHaveLength(1);
  });

  it.each([
    ['when that is asked for', 'states', (source: Indexable) => [{ source, state: undefined }]],
    [
      'when it is read',
      'of',
      (source: Indexable) => [{ contents: [{ source, state: ANOTHER }], missing: [] }],
    ],
  ] as const)('are embedded once they are as before, where they were not %s', async (_when, what, said) => {
    const project = running.aProject();
    const one = await published(project, 'Thwarts');
    await areIndexed(2, one);
    const [attempts, before] = [running.parts(Attempts)[0], (await rowsOf(one))[0]];
    const wordsAlone = 'UPDATE search.indexed_sources SET has_meaning = false WHERE source_id = $1';
    await running.session.rows(wordsAlone, idsOf([one]));
    const { kind, source_id: sourceId } = one.payload;
    const attempt = {
      projectId: project.id,
      kind,
      sourceId,
      generation: 1,
      attemptId: before?.attempt ?? '',
    };
    Object.assign(contents, {
      [what]([source]: readonly Indexable[]) {
        if (!source) return [];
        Reflect.deleteProperty(contents, what);
        return said(source);
      },
    });
    await inProject(project.id, async () => attempts?.queueEmbedding(attempt, 0, 0));
    const meant = 'SELECT FROM search.indexed_sources WHERE source_id = $1 AND has_meaning';
    await eventually('it is', async () => (await running.session.rows(meant, idsOf([one]))).length === 1);
    await areIndexed(2, one);
  });

  it('are erased from the files where they end, and not where a later one replaces them', async () => {
    const project = running.aProject();
    const one = await published(project, 'Oakum');
    await project.append(one.slug, 'What else.');
    await project.publish(one.slug, 3);
    await areIndexed(3, one);
    await running
      .documentsOf(project)
      .upload({ name: 'a.txt', content_type: 'text/plain', content: 'Hemp.' });
    await new TestSearch(running, project).finds('hemp', ['a.txt']);
    const before = new Date();
    const queued = (name: string, afterSeconds: number) =>
      running.session.rows(
        `SELECT FROM search_jobs.job WHERE name = $1 AND data ->> 'project_id' = $2
            AND start_after > $3::timestamptz + $4 * interval '1 second'`,
        [name, project.id, before, afterSeconds],
      );
    expect(await queued('erase-passages', 0)).toEqual([]);
    await project.remove(one.slug);
    await eventually('it has ended', async () => (await rowsOf(one)).length === 0);
    expect(await queued('erase-passages', 0)).toHaveLength(1);
    // The usual job is due within 90 seconds, unless the minute has turned meanwhile.
    expect(await queued('tidy-passages', 90)).not.toEqual([]);
  });

  it('keep no passages of attempts that were interrupted, once they are tidied up', async () => {
    const project = running.aProject();
    const { payload } = await published(project, 'Reefs');
    const [store, tidying] = [running.parts(PassageStore)[0], running.parts(PassagesTidying)[0]];
    const generation = { id: 'g1', dimensions: 0 };
    const kept = async () => (await store?.indexings(project.id, generation)) ?? [];
    const counting = await kept();
    const passages = [{ page: 1, heading: '', text: 'A reef is tied.', position: 0 }];
    const interrupted = [payload.source_id, payload.source_id, randomUUID()].map((id) => ({
      source: { kind: 'artifact' as const, id, name: 'Reefs' },
      indexingId: v7(),
      passages,
    }));
    await store?.putWords(project.id, generation, interrupted);
    expect(await kept()).toHaveLength(counting.length + interrupted.length);
    await inProject(project.id, async () => tidying?.work(jobOf({ project_id: project.id, generation: 1 })));
    expect(await kept()).toEqual(counting);
  });

  it('are tidied up once for all jobs that wait', () => {
    const [tidying] = running.parts(PassagesTidying);
    const { id: project_id } = running.aProject();
    const same = (generation: number) => tidying?.sameAs({ project_id, generation });
    expect(same(1)).toBe(same(1));
    expect(same(1)).not.toBe(same(2));
  });

  it('are tidied up by one process at a time', async () => {
    const project = running.aProject();
    await published(project, 'Oarlocks');
    const [tidying] = running.parts(PassagesTidying);
    const tidy = () =>
      inProject(project.id, async () => tidying?.work(jobOf({ project_id: project.id, generation: 1 })));
    const lock = [`tidied passages ${project.id}-g1`];
    await running.session.rows('SELECT pg_advisory_lock(hashtextextended($1, 0))', lock);
    await expect(tidy()).rejects.toBeInstanceOf(NotYet);
    await running.session.rows('SELECT pg_advisory_unlock(hashtextextended($1, 0))', lock);
    await expect(tidy()).resolves.toBeUndefined();
  });

  it('are asked for no more than once when nothing of them has changed', async () => {
    const project = running.aProject();
    const [one, other] = [await published(project, 'Pawls'), await published(project, 'Quays')];
    await eventually('no attempt begins', async () => {
      const before = await rowsOf(one, other);
      await index(one, other, one);
      return isDeepStrictEqual(await rowsOf(one, other), before);
    });
  });
});
