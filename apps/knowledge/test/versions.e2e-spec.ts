import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { faultOf, type TestProject } from '@pks/testing';
import { NOT_FOUND, RunningKnowledge, invalid } from './running-knowledge.ts';

let knowledge: RunningKnowledge;
beforeAll(async () => {
  knowledge = await RunningKnowledge.start();
});
afterAll(() => knowledge.stop());

const BPMN = '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"/>';
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** A project with the artifact `churn`, which has this many versions. */
async function withVersions(count: number, mode?: 'auto_publish'): Promise<TestProject> {
  const project = knowledge.aProject(mode);
  await project.create('Churn');
  for (let n = 2; n <= count; n += 1) await project.append('churn', `text ${n}`);
  return project;
}

describe('appending a version', () => {
  it('makes it the head, with its source', async () => {
    const project = await withVersions(1);
    const coach_conversation_id = randomUUID();
    const fields = { short_name: 'Two', change_summary: 'More.', edit_source: 'chat', coach_conversation_id };
    const version = await project.append('churn', '# Two', fields);
    expect(version).toEqual({
      ...fields,
      id: expect.any(String),
      version_number: 2,
      created_at: TIME,
      created_by_id: project.caller.user_id,
      created_by_email: project.caller.email,
      conversation: null,
      payload: '# Two',
    });
    expect(await project.version('churn', 2)).toEqual(version);
    expect(await project.get('churn', 'head')).toMatchObject({
      head_version_number: 2,
      head_updated_at: version.created_at,
      version_count: 2,
      published_version_number: 1,
      payload: '# Two',
    });
  });

  it('needs no more than the content', async () => {
    const project = await withVersions(1);
    expect(await project.append('churn', '')).toMatchObject({
      short_name: '',
      change_summary: '',
      edit_source: '',
      coach_conversation_id: null,
      conversation: null,
    });
  });

  it('gives a predefined artifact its first version', async () => {
    const project = knowledge.aProject();
    expect(await project.append('mental-map', { nodes: [] })).toMatchObject({ version_number: 1 });
  });

  it.each([
    ['bpmn_xml', BPMN],
    ['mental_map', { b: { a: 1 }, a: [null] }],
    ['playbook_list', [{ title: 'One' }, {}]],
    ['design_template_list', [{ title: 'One' }]],
  ])('accepts the content of %s', async (technical_type, payload) => {
    const project = knowledge.aProject();
    await project.create('Churn', { technical_type });
    expect((await project.append('churn', payload)).payload).toEqual(payload);
  });

  it.each([
    ['markdown', {}],
    ['markdown', null],
    ['markdown', undefined],
    ['bpmn_xml', '<definitions/>'],
    ['bpmn_xml', 'text'],
    ['mental_map', []],
    ['mental_map', 'text'],
    ['playbook_list', {}],
    ['playbook_list', ['text']],
    ['design_template_list', [null]],
  ])('refuses content that is not %s: %j', async (technical_type, payload) => {
    const project = knowledge.aProject();
    await project.create('Churn', { technical_type });
    expect(await faultOf(project.append('churn', payload))).toMatchObject(invalid('payload'));
    expect((await project.get('churn', 'head')).head_version_number).toBe(1);
  });

  it('accepts 4 MiB, and returns them', async () => {
    const project = await withVersions(1);
    const payload = 'текст\n'.repeat((4 * 1024 * 1024) / 11);
    await project.append('churn', payload);
    expect((await project.version('churn', 2)).payload === payload).toBe(true);
  });

  it('to a head other than the one that it was made from is a conflict that names the head', async () => {
    const project = await withVersions(3);
    expect(await faultOf(project.append('churn', 'mine', { base_version_number: 2 }))).toEqual({
      kind: 'conflict',
      message: 'The head is version 3, not 2.',
      details: { head_version_number: 3 },
    });
    expect((await project.history('churn')).count).toBe(3);
    expect(await project.append('churn', 'mine', { base_version_number: 3 })).toMatchObject({
      version_number: 4,
    });
    expect(await project.append('churn', 'mine', { base_version_number: null })).toMatchObject({
      version_number: 5,
    });
  });

  it('to an artifact without versions is made from version 0', async () => {
    const project = knowledge.aProject();
    expect(await faultOf(project.append('brief', 'x', { base_version_number: 1 }))).toMatchObject({
      details: { head_version_number: 0 },
    });
    expect(await project.append('brief', 'x', { base_version_number: 0 })).toMatchObject({
      version_number: 1,
    });
  });

  it.each(['', 'chat', 'mcp', 'ui', 'coach'])('may come from %j', async (edit_source) => {
    const project = await withVersions(1);
    expect(await project.append('churn', 'x', { edit_source })).toMatchObject({ edit_source });
  });

  it.each([
    ['edit_source', 'api'],
    ['short_name', 'x'.repeat(256)],
    ['change_summary', 'x'.repeat(20_001)],
    ['coach_conversation_id', 'x'],
    ['base_version_number', -1],
    ['base_version_number', '1'],
    ['version_number', 2],
    ['created_at', '2026-01-01T00:00:00Z'],
  ])('refuses %s %j', async (name, value) => {
    const project = await withVersions(1);
    expect(await faultOf(project.append('churn', 'x', { [name]: value }))).toMatchObject(invalid(name));
  });

  it('publishes it in the same write when the project publishes automatically', async () => {
    const project = await withVersions(1, 'auto_publish');
    await project.append('churn', 'two');
    expect(await project.get('churn')).toMatchObject({ published_version_number: 2, payload: 'two' });
    expect(await project.moves('churn')).toEqual([
      [null, 1],
      [1, 2],
    ]);
    expect(await project.changelogTexts()).toEqual([
      'Appended and published version 2 to "Churn".',
      'Created "Churn".',
    ]);
    const [entry] = (await project.changelog()).results;
    const [publication] = (await project.publications('churn')).results;
    expect(publication?.created_at).toBe(entry?.created_at);
  });

  it('finds no missing artifact, whatever else is wrong with the content', async () => {
    expect(await faultOf(knowledge.aProject().append('missing', 5))).toEqual(NOT_FOUND);
  });
});

describe('the assistant', () => {
  it('writes under the name that the installation configures', async () => {
    const other = await RunningKnowledge.start(1, { ASSISTANT_NAME: 'guide' });
    try {
      const project = other.aProject();
      expect(await project.append('brief', 'x', { edit_source: 'guide' })).toMatchObject({
        edit_source: 'guide',
      });
      expect(await faultOf(project.append('brief', 'x', { edit_source: 'coach' }))).toMatchObject(
        invalid('edit_source'),
      );
    } finally {
      await other.stop();
    }
  });
});

describe('publishing a version', () => {
  it('moves the published pointer, also back', async () => {
    const project = await withVersions(3);
    const published = await project.publish('churn', 3);
    expect(published).toEqual(await project.version('churn', 3));
    expect(await project.publish('churn', 2)).toMatchObject({ version_number: 2, payload: 'text 2' });
    expect(await project.asViewer().get('churn')).toMatchObject({
      selected_version_number: 2,
      published_version_number: 2,
      head_version_number: 3,
      payload: 'text 2',
    });
    expect(await project.moves('churn')).toEqual([
      [null, 1],
      [1, 3],
      [3, 2],
    ]);
    expect((await project.changelogTexts()).slice(0, 2)).toEqual([
      'Published version 2 of "Churn".',
      'Published version 3 of "Churn".',
    ]);
  });

  it('that is already published changes nothing, and logs nothing', async () => {
    const project = await withVersions(2);
    await project.publish('churn', 2);
    const before = [
      await project.get('churn'),
      await project.changelog(),
      await project.publications('churn'),
    ];
    expect(await project.publish('churn', 2)).toMatchObject({ version_number: 2 });
    expect(await project.publishHead('churn')).toMatchObject({ published_version_number: 2 });
    expect([
      await project.get('churn'),
      await project.changelog(),
      await project.publications('churn'),
    ]).toEqual(before);
  });

  it.each([0, 3, 2_147_483_647])('finds no version %d of two', async (number) => {
    expect(await faultOf((await withVersions(2)).publish('churn', number))).toEqual(NOT_FOUND);
  });

  it('is refused when versions are published automatically, but only for what exists', async () => {
    const project = await withVersions(2, 'auto_publish');
    const refusal = {
      kind: 'invalid',
      message:
        'This project publishes artifacts automatically: a version is published when it is appended. To publish an earlier one, restore it.',
    };
    expect(await faultOf(project.publish('churn', 1))).toEqual(refusal);
    expect(await faultOf(project.publish('churn', 2))).toEqual(refusal);
    expect(await faultOf(project.publishHead('churn'))).toEqual(refusal);
    expect(await faultOf(project.publish('churn', 3))).toEqual(NOT_FOUND);
    expect(await faultOf(project.publish('missing', 1))).toEqual(NOT_FOUND);
    expect(await faultOf(project.publishHead('brief'))).toEqual(NOT_FOUND);
    expect(await faultOf(project.publishHead('missing'))).toEqual(NOT_FOUND);
  });
});

describe('publishing the head', () => {
  it('publishes the newest version', async () => {
    const project = await withVersions(3);
    const detail = await project.publishHead('churn');
    expect(detail).toMatchObject({
      published_version_number: 3,
      selected_version_number: 3,
      payload: 'text 3',
    });
    expect(detail).toEqual(await project.get('churn'));
    expect(await project.moves('churn')).toEqual([
      [null, 1],
      [1, 3],
    ]);
  });

  it('is not found without versions', async () => {
    expect(await faultOf(knowledge.aProject().publishHead('brief'))).toEqual(NOT_FOUND);
    expect(await faultOf(knowledge.aProject().publishHead('missing'))).toEqual(NOT_FOUND);
  });
});

describe('restoring a version', () => {
  it('appends a copy of it as the new head, and publishes nothing', async () => {
    const project = await withVersions(1);
    await project.append('churn', 'two', { short_name: 'Two', edit_source: 'chat', change_summary: 'x' });
    await project.append('churn', 'three');
    const before = await project.version('churn', 2);
    expect(await project.restore('churn', 2)).toMatchObject({
      version_number: 4,
      payload: 'two',
      short_name: 'Two',
      change_summary: 'Restored from version 2.',
      edit_source: '',
      coach_conversation_id: null,
      created_by_id: project.caller.user_id,
    });
    expect(await project.version('churn', 2)).toEqual(before);
    expect(await project.get('churn')).toMatchObject({ head_version_number: 4, published_version_number: 1 });
    expect((await project.changelogTexts())[0]).toBe('Appended version 4, a copy of version 2, to "Churn".');
  });

  it('publishes it when the project publishes automatically', async () => {
    const project = await withVersions(2, 'auto_publish');
    await project.restore('churn', 1);
    expect(await project.get('churn')).toMatchObject({ published_version_number: 3, payload: '' });
    expect(await project.moves('churn')).toEqual([
      [null, 1],
      [1, 2],
      [2, 3],
    ]);
  });

  it('copies objects with the order of their keys', async () => {
    const project = knowledge.aProject();
    await project.append('mental-map', { z: 1, a: { y: [], b: null } });
    const { payload } = await project.restore('mental-map', 1);
    expect(JSON.stringify(payload)).toBe('{"z":1,"a":{"y":[],"b":null}}');
  });

  it('is not found when the version does not exist', async () => {
    const project = await withVersions(2);
    expect(await faultOf(project.restore('churn', 3))).toEqual(NOT_FOUND);
    expect(await faultOf(project.restore('churn', 0))).toEqual(NOT_FOUND);
    expect(await faultOf(project.restore('missing', 1))).toEqual(NOT_FOUND);
  });
});

describe('a request sent twice under one idempotency key', () => {
  const key = () => ({ key: randomUUID(), operation: 'POST /versions/', fingerprint: 'one' });

  it('appends once, and is replayed', async () => {
    const project = await withVersions(1);
    const same = key();
    const first = await project.append('churn', 'two', {}, same);
    expect(await project.append('churn', 'two', {}, same)).toEqual(first);
    expect((await project.history('churn')).count).toBe(2);
    expect(await project.changelogTexts()).toHaveLength(2);
  });

  it('appends once when both arrive at the same time', async () => {
    const project = await withVersions(1);
    const same = key();
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => project.append('churn', 'two', {}, same)),
    );
    for (const result of results) {
      if (result.status === 'fulfilled') expect(result.value).toMatchObject({ version_number: 2 });
      else expect(result.reason).toMatchObject({ data: { kind: 'conflict' } });
    }
    expect((await project.history('churn')).count).toBe(2);
  });

  it('is refused both times, and nothing is left of it', async () => {
    const project = await withVersions(2);
    const same = key();
    const append = () => faultOf(project.append('churn', 'x', { base_version_number: 1 }, same));
    const first = await append();
    await project.append('churn', 'three');
    expect(await append()).toEqual(first);
    expect((await project.history('churn')).count).toBe(3);
  });

  it('is refused both times when the database refused it', async () => {
    const project = await withVersions(1);
    const same = key();
    const create = () => faultOf(project.create('Churn', {}, same));
    const first = await create();
    expect(first).toMatchObject(invalid('title'));
    await project.remove('churn');
    expect(await create()).toEqual(first);
    expect((await project.list()).count).toBe(7);
    expect(await project.create('Churn')).toMatchObject({ display_order: 9 });
  });

  it('is refused when its body differs', async () => {
    const project = await withVersions(1);
    const same = key();
    await project.append('churn', 'two', {}, same);
    const other = { ...same, fingerprint: 'other' };
    expect(await faultOf(project.append('churn', 'three', {}, other))).toMatchObject({
      kind: 'payload_mismatch',
    });
  });
});
