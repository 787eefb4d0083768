import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type ExistingSource,
  type PublishedContent,
  documentReadings,
  searchSources,
  sourceChanged,
  versionPublished,
} from '@pks/contracts';
import { faultOf, type TestProject } from '@pks/testing';
import { RunningKnowledge } from './running-knowledge.ts';

const { calls } = searchSources;
const NIL = '00000000-0000-0000-0000-000000000000';

let knowledge: RunningKnowledge;
beforeAll(async () => {
  knowledge = await RunningKnowledge.start();
});
afterAll(() => knowledge.stop());

const findable = (project_id: string, ids: object) =>
  knowledge.call(
    calls.findable,
    { project_id, documents: [], artifacts: [], metadata_values: [], ...ids },
    null,
  );

/** Requests the published versions of artifacts, and again those after the last answer, until there are none. */
async function answersFor(...projects: readonly (readonly [TestProject, readonly string[]])[]) {
  const answers: (readonly PublishedContent[])[] = [];
  let rest = projects.map(([{ id: project_id }, artifacts]) => ({ project_id, artifacts: [...artifacts] }));
  for (;;) {
    const answer = await knowledge.call(calls.published, { projects: rest }, null);
    const last = answer.at(-1);
    if (!last) return answers;
    answers.push(answer);
    const at = rest.findIndex(({ project_id }) => project_id === last.project_id);
    rest = rest.slice(at).map((one, index) => ({
      ...one,
      artifacts: index === 0 ? one.artifacts.slice(one.artifacts.indexOf(last.source_id) + 1) : one.artifacts,
    }));
  }
}

/** The announced changes of a project, in their order. */
async function announced({ id }: TestProject): Promise<unknown[]> {
  const rows = await knowledge.session.rows<{ source: string }>(
    `SELECT coalesce(payload ->> 'source_id', payload ->> 'artifact_id') AS source FROM knowledge.outbox
      WHERE subject = ANY ($1) AND payload ->> 'project_id' = $2 ORDER BY id`,
    [[sourceChanged.subject, versionPublished.subject], id],
  );
  return rows.map(({ source }) => source);
}

describe('what may be found', () => {
  it('is an artifact in the version that is published now, under its title', async () => {
    const project = knowledge.aProject();
    const { id, slug } = await project.create('Fares');
    const found = () => findable(project.id, { artifacts: [id] });
    expect(await found()).toEqual([{ id, title: 'Fares', slug, version_number: 1 }]);
    await project.append(slug, 'Two.');
    expect(await found()).toMatchObject([{ version_number: 1 }]);
    await project.publish(slug, 2);
    await project.update(slug, { title: 'Tariffs' });
    expect(await found()).toEqual([{ id, title: 'Tariffs', slug, version_number: 2 }]);
    await project.publish(slug, 1);
    expect(await found()).toMatchObject([{ version_number: 1 }]);
    await project.remove(slug);
    expect(await found()).toEqual([]);
  });

  it('is a document until its deletion, with the metadata that it has now', async () => {
    const project = knowledge.aProject();
    const documents = knowledge.documentsOf(project);
    const { id } = await documents.uploadOne({ name: 'a.bin', metadata: [['team', 'STRASSE']] });
    const found = (...metadata_values: string[]) =>
      findable(project.id, { documents: [id, randomUUID()], metadata_values });
    expect(await found()).toEqual([{ id, title: 'a.bin', slug: null, version_number: null }]);
    expect(await found('x', 'straße')).toHaveLength(1);
    expect(await found('deck')).toEqual([]);
    await documents.addMetadata(id, ['team', 'deck']);
    await documents.removePair(id, 'team', 'STRASSE');
    expect(await found('straße')).toEqual([]);
    expect(await found('Deck')).toHaveLength(1);
    await documents.remove(id);
    expect(await found()).toEqual([]);
  });

  it('is nothing of another project, and no artifact where metadata is requested', async () => {
    const project = knowledge.aProject();
    const { id } = await project.create('Fares');
    expect(await findable(knowledge.aProject().id, { artifacts: [id] })).toEqual([]);
    expect(await findable(project.id, { artifacts: [id], metadata_values: ['x'] })).toEqual([]);
  });
});

describe('what is to be indexed of sources', () => {
  it('is known of those of several projects that were read or published, each in its own project', async () => {
    const [one, other] = [knowledge.aProject(), knowledge.aProject()];
    const [fares, dues, foreign] = [
      await one.create('Fares'),
      await one.create('Dues'),
      await other.create('Foreign'),
    ];
    await one.append(dues.slug, 'Two.');
    await one.publish(dues.slug, 2);
    const unread = await knowledge.documentsOf(one).uploadOne({ name: 'a.bin' });
    const states = await knowledge.call(
      calls.states,
      {
        projects: [
          {
            project_id: one.id,
            artifacts: [fares.id, dues.id, foreign.id, randomUUID()],
            documents: [unread.id],
          },
          { project_id: other.id, artifacts: [foreign.id], documents: [] },
        ],
      },
      null,
    );
    const known = states.map(({ project_id, name, version_number }) => [project_id, name, version_number]);
    expect(known).toHaveLength(3);
    expect(known).toEqual(
      expect.arrayContaining([
        [one.id, 'Fares', 1],
        [one.id, 'Dues', 2],
        [other.id, 'Foreign', 1],
      ]),
    );
  });

  it('is, of artifacts, what is published, in the order of the request', async () => {
    const [one, other] = [knowledge.aProject(), knowledge.aProject()];
    const ids: string[] = [];
    for (let number = 0; number < 20; number += 1) ids.unshift((await one.create(`No. ${number}`)).id);
    const foreign = await other.create('Foreign');
    const wanted = [...ids.slice(0, 3), randomUUID(), foreign.id, ...ids.slice(3)];
    const answers = await answersFor([one, wanted], [other, [foreign.id]]);
    expect(answers.flat().map(({ source_id }) => source_id)).toEqual([...ids, foreign.id]);
    expect(answers).toHaveLength(1);
  });

  it('is, of large artifacts, what an answer may hold, the first one whatever its size', async () => {
    const [one, other] = [knowledge.aProject(), knowledge.aProject()];
    const create = async (project: TestProject, title: string, length: number): Promise<string> => {
      const { id, slug } = await project.create(title);
      await project.append(slug, 'a'.repeat(length));
      await project.publish(slug, 2);
      return id;
    };
    const [small, large, middle, half] = [
      await create(one, 'Small', 10),
      await create(one, 'Large', 2_100_000),
      await create(one, 'Middle', 1_200_000),
      await create(other, 'Half', 1_000_000),
    ];
    const answers = await answersFor([one, [small, large, middle]], [other, [half]]);
    expect(answers.map((answer) => answer.map(({ name }) => name))).toEqual([
      ['Small'],
      ['Large'],
      ['Middle', 'Half'],
    ]);
    expect(answers.flat().map(({ payload }) => payload.length)).toEqual([
      12, 2_100_002, 1_200_002, 1_000_002,
    ]);
  });
});

describe('the calls of the search service', () => {
  it('are refused to users', async () => {
    const { id: project_id, caller } = knowledge.aProject();
    const hits = { project_id, documents: [], artifacts: [], metadata_values: [] };
    const page = { kind: 'artifact', after_project: NIL, after_source: NIL, limit: 1 } as const;
    const reference = { project_id, document_id: NIL };
    for (const refused of [
      knowledge.callAsUser(calls.findable, hits, caller),
      knowledge.callAsUser(calls.after, page, caller),
      knowledge.callAsUser(documentReadings.calls.begin, reference, caller),
    ])
      expect(await faultOf(refused)).toMatchObject({ kind: 'forbidden' });
  });
});

describe('all sources', () => {
  it('are paged through by project and id, each once', async () => {
    const projects = [knowledge.aProject(), knowledge.aProject()];
    const ids: string[] = [];
    for (const project of projects)
      for (const title of ['One', 'Two', 'Three']) ids.push((await project.create(title)).id);
    const seen: ExistingSource[] = [];
    for (;;) {
      const last = seen.at(-1);
      const place = { after_project: last?.project_id ?? NIL, after_source: last?.source_id ?? NIL };
      const page = await knowledge.call(calls.after, { kind: 'artifact', ...place, limit: 2 }, null);
      if (page.length === 0) break;
      seen.push(...page);
    }
    const keys = seen.map(({ project_id, source_id }) => `${project_id} ${source_id}`);
    expect(keys).toEqual([...new Set(keys)].sort());
    expect(seen.map(({ source_id }) => source_id)).toEqual(expect.arrayContaining(ids));
  });
});

describe('a change of a source', () => {
  it('is announced for its publication, its title and its deletion, and for nothing else', async () => {
    const project = knowledge.aProject();
    const { id, slug } = await project.create('Fares');
    await project.append(slug, 'Two.');
    await project.update(slug, { definition_short: 'Prices.' });
    expect(await announced(project)).toEqual([id]);
    await project.publish(slug, 2);
    await project.publish(slug, 2);
    expect(await announced(project)).toEqual([id, id]);
    await project.update(slug, { title: 'Tariffs' });
    await project.remove(slug);
    expect(await announced(project)).toEqual([id, id, id, id]);
  });

  it('is announced for the name and the deletion of documents', async () => {
    const project = knowledge.aProject();
    const documents = knowledge.documentsOf(project);
    const [one, two] = await documents.upload({ name: 'a.bin' }, { name: 'b.bin' });
    await documents.rename(one?.id ?? '', 'c.bin');
    await documents.addMetadata(one?.id ?? '', ['a', 'b']);
    await documents.bulkRemove([one?.id ?? '', two?.id ?? '']);
    expect((await announced(project)).slice(0, 1)).toEqual([one?.id]);
    expect((await announced(project)).slice(1).sort()).toEqual([one?.id, two?.id].sort());
  });
});
