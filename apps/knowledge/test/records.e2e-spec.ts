import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { applyPatch as applyText } from 'diff';
import { type Operation, applyPatch } from 'rfc6902';
import { faultOf, type TestProject } from '@pks/testing';
import { NOT_FOUND, RunningKnowledge, invalid } from './running-knowledge.ts';

let knowledge: RunningKnowledge;
beforeAll(async () => {
  knowledge = await RunningKnowledge.start();
});
afterAll(() => knowledge.stop());

async function withTexts(...texts: unknown[]): Promise<TestProject> {
  const project = knowledge.aProject();
  await project.create('Churn');
  for (const text of texts) await project.append('churn', text);
  return project;
}

describe('the history of an artifact', () => {
  it('lists the newest version first, each with the entry that describes it', async () => {
    const project = await withTexts('two');
    await project.append('churn', 'three', {
      short_name: 'Three',
      change_summary: 'More.',
      edit_source: 'ui',
    });
    const { count, results } = await project.history('churn');
    expect(count).toBe(3);
    expect(results.map(({ version_number }) => version_number)).toEqual([3, 2, 1]);
    const [entry] = (await project.changelog()).results;
    const version = await project.version('churn', 3);
    expect(results[0]).toEqual({
      id: version.id,
      version_number: 3,
      short_name: 'Three',
      change_summary: 'More.',
      edit_source: 'ui',
      created_at: version.created_at,
      created_by_email: project.caller.email,
      conversation: null,
      changelog_entry: entry,
    });
    expect(entry).toEqual({
      id: expect.any(String),
      description: 'Appended version 3 to "Churn".',
      created_at: version.created_at,
      user_email: project.caller.email,
    });
    expect(results.map(({ changelog_entry }) => changelog_entry?.description)).toEqual([
      'Appended version 3 to "Churn".',
      'Appended version 2 to "Churn".',
      'Created "Churn".',
    ]);
  });

  it('lists 20 versions by default, and 100 at most', async () => {
    const project = await withTexts(...Array.from({ length: 21 }, (_, n) => `text ${n}`));
    const first = await project.history('churn');
    expect([first.count, first.results.length]).toEqual([22, 20]);
    expect((await project.history('churn', { limit: 100 })).results).toHaveLength(22);
    expect((await project.history('churn', { limit: 3, offset: 20 })).results).toHaveLength(2);
    expect(await project.history('churn', { offset: 22 })).toEqual({ count: 22, results: [] });
    for (const paging of [{ limit: 101 }, { limit: 0 }, { offset: -1 }])
      expect(await faultOf(project.history('churn', paging))).toMatchObject(invalid(...Object.keys(paging)));
  });

  it('is empty without versions, and not found without the artifact', async () => {
    expect(await knowledge.aProject().history('brief')).toEqual({ count: 0, results: [] });
    expect(await faultOf(knowledge.aProject().history('missing'))).toEqual(NOT_FOUND);
  });

  it('starts again with an artifact that takes the slug of a deleted one', async () => {
    const project = await withTexts('two');
    await project.remove('churn');
    expect(await faultOf(project.history('churn'))).toEqual(NOT_FOUND);
    await project.create('Churn');
    const { results } = await project.history('churn');
    expect(results).toMatchObject([
      { version_number: 1, changelog_entry: { description: 'Created "Churn".' } },
    ]);
    expect((await project.changelog()).results[0]).toEqual(results[0]?.changelog_entry);
  });
});

describe('publications', () => {
  it('show who moved the pointer, from where, to where and when, the newest first', async () => {
    const project = await withTexts('two');
    await project.publish('churn', 2);
    const { count, results } = await project.publications('churn');
    const [entry] = (await project.changelog()).results;
    expect(count).toBe(2);
    expect(results[0]).toEqual({
      id: expect.any(String),
      from_version_number: 1,
      to_version_number: 2,
      published_by_id: project.caller.user_id,
      published_by_email: project.caller.email,
      created_at: entry?.created_at,
    });
    expect(results[1]).toMatchObject({ from_version_number: null, to_version_number: 1 });
  });

  it('come in pages', async () => {
    const project = await withTexts('two');
    for (const number of [2, 1, 2, 1]) await project.publish('churn', number);
    const page = await project.publications('churn', { limit: 2, offset: 2 });
    expect(page.count).toBe(5);
    expect(page.results.map(({ to_version_number }) => to_version_number)).toEqual([1, 2]);
    for (const paging of [{ limit: 1001 }, { offset: -1 }])
      expect(await faultOf(project.publications('churn', paging))).toMatchObject(
        invalid(...Object.keys(paging)),
      );
  });

  it('are empty without any, and not found without the artifact', async () => {
    expect(await knowledge.aProject().publications('brief')).toEqual({ count: 0, results: [] });
    expect(await faultOf(knowledge.aProject().publications('missing'))).toEqual(NOT_FOUND);
  });
});

describe('the difference between versions', () => {
  it('compares with the previous version unless another is named', async () => {
    const project = await withTexts('one\ntwo\n', 'one\n2\n');
    const expected = {
      from: 2,
      to: 3,
      format: 'unified',
      unified: '--- churn version 2\n+++ churn version 3\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n',
      operations: null,
    };
    expect(await project.diff('churn', 3)).toEqual(expected);
    expect(await project.diff('churn', 3, 2)).toEqual(expected);
    const back = await project.diff('churn', 2, 3);
    expect(back).toMatchObject({ from: 3, to: 2 });
    expect(applyText('one\n2\n', back.unified ?? '')).toBe('one\ntwo\n');
  });

  it('to version 0 compares with nothing', async () => {
    const project = await withTexts('one\n');
    const { from, unified } = await project.diff('churn', 2, 0);
    expect([from, applyText('', unified ?? '')]).toEqual([0, 'one\n']);
    await project.append('mental-map', { a: 1 });
    expect(await project.diff('mental-map', 1)).toEqual({
      from: 0,
      to: 1,
      format: 'json_patch',
      unified: null,
      operations: [{ op: 'add', path: '/a', value: 1 }],
    });
  });

  it('is a JSON Patch for lists and objects', async () => {
    const project = knowledge.aProject();
    const [from, to] = [
      [{ id: 1 }, { id: 2, steps: ['a'] }],
      [{ id: 2, steps: ['a', 'b'] }, { id: 3 }],
    ];
    await project.append('playbooks', from);
    await project.append('playbooks', to);
    const { format, unified, operations } = await project.diff('playbooks', 2);
    expect([format, unified]).toEqual(['json_patch', null]);
    expect(applyPatch(from, (operations ?? []) as Operation[])).toEqual(operations?.map(() => null));
    expect(from).toEqual(to);
  });

  it('between a version and itself is empty', async () => {
    const project = await withTexts('one\n');
    expect(await project.diff('churn', 2, 2)).toMatchObject({ from: 2, to: 2, unified: '' });
    await project.append('mental-map', { a: 1 });
    expect(await project.diff('mental-map', 1, 1)).toMatchObject({ operations: [] });
  });

  it('arrives whole when it is larger than any version', async () => {
    const texts = ['a', 'b'].map((letter) => `${letter} line of text\n`.repeat(200_000));
    const project = await withTexts(...texts);
    const { unified } = await project.diff('churn', 3);
    expect(unified?.length).toBeGreaterThan(6_000_000);
  });

  it('is not found for a version that does not exist', async () => {
    const project = await withTexts('one');
    for (const [number, against] of [[0], [3], [2, 3], [3, 2], [0, 0], [9, 0]] as const)
      expect(await faultOf(project.diff('churn', number, against))).toEqual(NOT_FOUND);
    expect(await faultOf(project.diff('missing', 1))).toEqual(NOT_FOUND);
    expect(await faultOf(project.diff('brief', 1))).toEqual(NOT_FOUND);
  });

  it.each([-1, 1.5, 'head'])('cannot be requested with %j', async (against) => {
    const project = await withTexts();
    expect(await faultOf(project.diff('churn', 1, against as number))).toMatchObject(invalid('against'));
  });
});

describe('the changelog', () => {
  it('has one entry for every write, the newest first', async () => {
    const project = await withTexts('two');
    await project.update('churn', { title: 'Retention' });
    await project.publishHead('churn');
    await project.restore('churn', 1);
    await project.update('brief', { in_scope: false });
    await project.remove('churn');
    expect(await project.changelogTexts()).toEqual([
      'Deleted "Retention".',
      'Changed in_scope of "Brief".',
      'Appended version 3, a copy of version 1, to "Retention".',
      'Published version 2 of "Retention".',
      'Changed title of "Retention".',
      'Appended version 2 to "Churn".',
      'Created "Churn".',
    ]);
  });

  it('has no entry for what is refused, not found, or only read', async () => {
    const project = await withTexts();
    const before = await project.changelog();
    await faultOf(project.create('Churn'));
    await faultOf(project.append('churn', 5));
    await faultOf(project.append('churn', 'x', { base_version_number: 7 }));
    await faultOf(project.publish('churn', 9));
    await faultOf(project.inMode('auto_publish').publish('churn', 1));
    await faultOf(project.remove('brief'));
    await faultOf(project.update('brief', { title: 'x' }));
    await Promise.all([
      project.list(),
      project.get('churn'),
      project.history('churn'),
      project.diff('churn', 1),
    ]);
    expect(await project.changelog()).toEqual(before);
  });

  it('comes in pages', async () => {
    const project = await withTexts('two', 'three');
    const page = await project.changelog({ limit: 1, offset: 1 });
    expect(page).toMatchObject({ count: 3, results: [{ description: 'Appended version 2 to "Churn".' }] });
    expect(await project.changelog({ offset: 3 })).toEqual({ count: 3, results: [] });
    for (const paging of [{ limit: 1001 }, { offset: -1 }])
      expect(await faultOf(project.changelog(paging))).toMatchObject(invalid(...Object.keys(paging)));
  });
});

describe('data of another project', () => {
  it('is not found, like data that does not exist', async () => {
    const [theirs, ours] = [await withTexts('secret'), knowledge.aProject()];
    await theirs.create('Secret plan');
    const attempts = (slug: string): (() => Promise<unknown>)[] => [
      () => ours.get(slug),
      () => ours.get(slug, 'head'),
      () => ours.get(slug, '1'),
      () => ours.update(slug, { title: 'Mine' }),
      () => ours.remove(slug),
      () => ours.append(slug, 'x'),
      () => ours.append(slug, 5),
      () => ours.append(slug, 'x', { base_version_number: 9 }),
      () => ours.version(slug, 1),
      () => ours.restore(slug, 1),
      () => ours.diff(slug, 2),
      () => ours.publish(slug, 1),
      () => ours.publishHead(slug),
      () => ours.inMode('auto_publish').publish(slug, 1),
      () => ours.history(slug),
      () => ours.publications(slug),
    ];
    for (const slug of ['churn', 'missing'])
      for (const attempt of attempts(slug)) expect(await faultOf(attempt())).toEqual(NOT_FOUND);
    expect(await theirs.get('churn', 'head')).toMatchObject({ title: 'Churn', head_version_number: 2 });
    expect(await ours.changelogTexts()).toEqual([]);
    expect((await ours.list()).count).toBe(7);
  });
});
