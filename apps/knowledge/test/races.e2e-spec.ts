import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestProject } from '@pks/testing';
import { RunningKnowledge } from './running-knowledge.ts';

let knowledge: RunningKnowledge;
beforeAll(async () => {
  knowledge = await RunningKnowledge.start(2);
});
afterAll(() => knowledge.stop());

const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n + 1);

interface Outcomes<T> {
  readonly done: T[];
  readonly faults: string[];
}

/** Makes this many requests concurrently. */
async function atOnce<T>(count: number, ask: (n: number) => Promise<T>): Promise<Outcomes<T>> {
  const results = await Promise.allSettled(upTo(count).map(ask));
  return {
    done: results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
    faults: results.flatMap((one) => (one.status === 'rejected' ? [kindOf(one.reason)] : [])),
  };
}

function kindOf(error: unknown): string {
  return error instanceof Error && 'data' in error ? (error.data as { kind: string }).kind : String(error);
}

/** Expects that each publication moves the pointer from where the previous one moved it. */
async function expectUnbrokenChain(project: TestProject, slug: string): Promise<void> {
  const moves = await project.moves(slug);
  expect(moves.map(([from]) => from)).toEqual([null, ...moves.slice(0, -1).map(([, to]) => to)]);
  expect((await project.get(slug)).published_version_number).toBe(moves.at(-1)?.[1]);
}

describe('concurrently, on two replicas', () => {
  it('fifty appends give the numbers one to fifty, each once', async () => {
    const project = knowledge.aProject();
    const { done, faults } = await atOnce(50, (n) => project.append('brief', `text ${n}`));
    expect(faults).toEqual([]);
    expect(done.map(({ version_number }) => version_number).sort((a, b) => a - b)).toEqual(upTo(50));
    const { results } = await project.history('brief', { limit: 100 });
    expect(results.map(({ version_number }) => version_number)).toEqual(upTo(50).reverse());
    expect(await project.get('brief', 'head')).toMatchObject({ head_version_number: 50, version_count: 50 });
    const [newest] = await project.changelogTexts();
    expect(newest).toBe('Appended version 50 to "Brief".');
  });

  it('appends that are published immediately form one chain of publications', async () => {
    const project = knowledge.aProject('auto_publish');
    const { done } = await atOnce(30, (n) => project.append('brief', `text ${n}`));
    expect(done).toHaveLength(30);
    expect((await project.moves('brief')).map(([, to]) => to)).toEqual(upTo(30));
    await expectUnbrokenChain(project, 'brief');
  });

  it('one of twenty creates of the same title succeeds', async () => {
    const project = knowledge.aProject();
    const { done, faults } = await atOnce(20, () => project.create('Churn'));
    expect(done).toHaveLength(1);
    expect(faults).toEqual(Array(19).fill('invalid'));
    expect((await project.list()).count).toBe(8);
    expect(await project.changelogTexts()).toEqual(['Created "Churn".']);
    expect((await project.history('churn')).count).toBe(1);
  });

  it('creates get places of their own, one after the other', async () => {
    const project = knowledge.aProject();
    const { done } = await atOnce(20, (n) => project.create(`Plan ${n}`));
    const places = done.map(({ display_order }) => display_order).sort((a, b) => a - b);
    expect(places).toEqual(upTo(20).map((n) => n + 7));
  });

  it('publishing different versions forms one chain of publications', async () => {
    const project = knowledge.aProject();
    for (const n of upTo(8)) await project.append('brief', `text ${n}`);
    const { faults } = await atOnce(40, (n) => project.publish('brief', ((n * 3) % 8) + 1));
    expect(faults).toEqual([]);
    await expectUnbrokenChain(project, 'brief');
    const moves = await project.moves('brief');
    expect(moves.filter(([from, to]) => from === to)).toEqual([]);
    expect((await project.changelogTexts()).filter((entry) => entry.startsWith('Published'))).toHaveLength(
      moves.length,
    );
  });

  it('publishing one version moves the pointer once', async () => {
    const project = knowledge.aProject();
    await project.append('brief', 'text');
    const { done } = await atOnce(20, () => project.publish('brief', 1));
    expect(done).toHaveLength(20);
    expect(await project.moves('brief')).toEqual([[null, 1]]);
  });

  it('appending and publishing the head never publish a version that does not exist', async () => {
    const project = knowledge.aProject();
    await project.append('brief', 'text');
    const { done, faults } = await atOnce(40, async (n) => {
      if (n % 2 === 0) return (await project.append('brief', `text ${n}`)).version_number;
      const { selected_version_number, published_version_number } = await project.publishHead('brief');
      expect(selected_version_number).toBe(published_version_number);
      return published_version_number;
    });
    expect(faults).toEqual([]);
    expect(Math.max(...done.map(Number))).toBe(21);
    await expectUnbrokenChain(project, 'brief');
  });

  it('one of twenty appends made from the same head succeeds', async () => {
    const project = knowledge.aProject();
    await project.create('Churn');
    const { done, faults } = await atOnce(20, (n) =>
      project.append('churn', `text ${n}`, { base_version_number: 1 }),
    );
    expect(done).toMatchObject([{ version_number: 2 }]);
    expect(faults).toEqual(Array(19).fill('conflict'));
    expect((await project.history('churn')).count).toBe(2);
  });

  it('an append either comes before a delete or finds nothing', async () => {
    for (const n of upTo(5)) {
      const project = knowledge.aProject();
      const { id } = await project.create('Churn');
      const { done, faults } = await atOnce<unknown>(11, (k) =>
        k === 5 + (n % 3) ? project.remove('churn') : project.append('churn', `text ${k}`),
      );
      expect(faults.filter((kind) => kind !== 'not_found')).toEqual([]);
      const entries = await project.changelogTexts();
      expect(entries[0]).toBe('Deleted "Churn".');
      expect(entries).toHaveLength(1 + done.length);
      const left = await knowledge.session.rows(
        'SELECT FROM knowledge.artifact_versions WHERE project_id = $1 AND artifact_id = $2',
        [project.id, id],
      );
      expect(left).toEqual([]);
    }
  });

  it('one of many deletes succeeds, and a create after it may take the slug', async () => {
    const project = knowledge.aProject();
    await project.create('Churn');
    const { done, faults } = await atOnce(10, () => project.remove('churn'));
    expect(done).toHaveLength(1);
    expect(faults).toEqual(Array(9).fill('not_found'));
    expect(await project.create('Churn')).toMatchObject({ display_order: 9 });
  });

  it('deletes and creates of the same slug leave at most one artifact, and each with all its versions', async () => {
    const project = knowledge.aProject();
    const { faults } = await atOnce<unknown>(30, (n) =>
      n % 2 === 0 ? project.remove('churn') : project.create('Churn'),
    );
    expect(faults.filter((kind) => !['not_found', 'invalid'].includes(kind))).toEqual([]);
    const { results } = await project.list({ offset: 7 });
    expect(results.length).toBeLessThanOrEqual(1);
    for (const one of results) expect(one).toMatchObject({ slug: 'churn', version_count: 1 });
  });

  it('updates of different fields are all kept', async () => {
    const project = knowledge.aProject();
    await project.create('Churn');
    const changes = {
      title: 'Retention',
      group: 'Sales',
      definition_short: 's',
      definition_long: 'l',
      format_description: 'f',
      capture_discipline: 'c',
      in_scope: false,
      display_order: 99,
    };
    const { faults } = await atOnce(8, (n) =>
      project.update('churn', Object.fromEntries(Object.entries(changes).slice(n - 1, n))),
    );
    expect(faults).toEqual([]);
    expect(await project.get('churn')).toMatchObject(changes);
    expect(await project.changelogTexts()).toHaveLength(9);
  });

  it('the first twenty requests of a project find one complete catalog', async () => {
    const project = knowledge.aProject();
    const { done, faults } = await atOnce(20, (n) =>
      n % 4 === 0 ? project.get('brief').then(() => 7) : project.list().then(({ count }) => count),
    );
    expect(faults).toEqual([]);
    expect(done).toEqual(Array(20).fill(7));
  });
});
