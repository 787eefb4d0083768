import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { faultOf } from '@pks/testing';
import { FORBIDDEN, NOT_FOUND, RunningKnowledge, invalid } from './running-knowledge.ts';

let knowledge: RunningKnowledge;
beforeAll(async () => {
  knowledge = await RunningKnowledge.start();
});
afterAll(() => knowledge.stop());

const RESERVED = ['Foundation', 'Other', ' foundation ', 'OTHER'];
const SLUG_TAKEN = (slug: string): string => `An artifact with the slug "${slug}" already exists.`;

describe('listing the catalog', () => {
  it('starts with the predefined artifacts of the project, and is open to viewers', async () => {
    const { count, results } = await knowledge.aProject().asViewer().list();
    expect(count).toBe(7);
    expect(results.map(({ slug }) => slug)).toEqual([
      'brief',
      'project-plan',
      'general-knowledge',
      'library-description',
      'mental-map',
      'playbooks',
      'design-templates',
    ]);
  });

  it('lists 100 artifacts from the first, of every scope, by default', async () => {
    const project = knowledge.aProject();
    await project.create('Out', { in_scope: false });
    expect((await project.list()).results).toHaveLength(8);
    expect((await project.list({ scope: 'in_scope' })).count).toBe(7);
    expect((await project.list({ scope: 'out_of_scope' })).results.map(({ slug }) => slug)).toEqual(['out']);
    expect(await project.list({ limit: 1, offset: 7 })).toMatchObject({
      count: 8,
      results: [{ slug: 'out' }],
    });
  });

  it.each([
    { scope: 'everything' },
    { limit: 0 },
    { limit: 1001 },
    { limit: 'ten' },
    { offset: -1 },
    { colour: 'red' },
  ])('refuses %j', async (request) => {
    const fault = await faultOf(knowledge.aProject().list(request));
    expect(fault).toMatchObject(invalid(...Object.keys(request)));
  });
});

describe('creating an artifact', () => {
  it.each([
    ['markdown', ''],
    ['bpmn_xml', ''],
    ['mental_map', {}],
    ['playbook_list', []],
    ['design_template_list', []],
  ])('of %s gives it an empty first version, published immediately', async (technical_type, payload) => {
    const project = knowledge.aProject();
    const created = await project.create('Churn', { technical_type });
    expect(created).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      slug: 'churn',
      title: 'Churn',
      semantic_type: 'custom',
      technical_type,
      in_scope: true,
      display_order: 8,
      group: '',
      definition_short: '',
      definition_long: '',
      format_description: '',
      capture_discipline: '',
      head_version_number: 1,
      head_updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      version_count: 1,
      published_version_number: 1,
      selected_version_number: 1,
      can_delete: true,
      payload,
    });
    expect(await project.get('churn')).toEqual(created);
    expect(await project.moves('churn')).toEqual([[null, 1]]);
    expect(await project.changelogTexts()).toEqual(['Created "Churn".']);
  });

  it('publishes the first version in both modes', async () => {
    const created = await knowledge.aProject('auto_publish').create('Churn');
    expect(created.published_version_number).toBe(1);
  });

  it('keeps every given field, with titles and groups trimmed', async () => {
    const fields = {
      definition_short: 'Why customers leave.',
      definition_long: 'At length.',
      format_description: 'Headings.',
      capture_discipline: 'After each call.',
      in_scope: false,
    };
    const sent = { ...fields, group: ' Project Management ' };
    const created = await knowledge.aProject().create('  Churn  ', sent);
    expect(created).toMatchObject({ ...fields, title: 'Churn', group: 'Project Management' });
  });

  it('places each after the others', async () => {
    const project = knowledge.aProject();
    for (const [title, place] of [
      ['A', 8],
      ['B', 9],
      ['C', 10],
    ] as const)
      expect(await project.create(title)).toMatchObject({ display_order: place });
  });

  it.each(['Churn', ' churn! ', 'CHURN', 'Чурн'])(
    'refuses %j, whose slug is taken, by its title',
    async (title) => {
      const project = knowledge.aProject();
      await project.create('Churn');
      const sentence = SLUG_TAKEN('churn');
      expect(await faultOf(project.create(title))).toEqual({
        kind: 'invalid',
        message: sentence,
        fields: { title: [sentence] },
      });
      expect((await project.list()).count).toBe(8);
      expect(await project.changelogTexts()).toHaveLength(1);
    },
  );

  it.each(['Brief', 'Mental map', 'Design Templates'])(
    'refuses %j, whose slug is that of a predefined artifact, also as the first thing in a project',
    async (title) => {
      expect(await faultOf(knowledge.aProject().create(title))).toMatchObject(invalid('title'));
    },
  );

  it('uses no place in the catalog when it is refused', async () => {
    const project = knowledge.aProject();
    await faultOf(project.create('Brief'));
    expect((await project.create('Churn')).display_order).toBe(8);
  });

  it('allows the same slug in several projects', async () => {
    const [one, other] = [
      await knowledge.aProject().create('Churn'),
      await knowledge.aProject().create('Churn'),
    ];
    expect(one.slug).toBe(other.slug);
    expect(one.id).not.toBe(other.id);
  });

  it('generates a slug for a title of emoji, a different one each time', async () => {
    const project = knowledge.aProject();
    const [one, other] = [await project.create('🎉'), await project.create('🎉')];
    expect(one).toMatchObject({ slug: expect.stringMatching(/^artifact-[a-z0-9]{8}$/), title: '🎉' });
    expect(other.slug).not.toBe(one.slug);
  });

  it.each(RESERVED)('refuses the group %j', async (group) => {
    expect(await faultOf(knowledge.aProject().create('Churn', { group }))).toMatchObject(invalid('group'));
  });

  it.each([
    ['title', { title: undefined }],
    ['title', { title: null }],
    ['title', { title: '   ' }],
    ['title', { title: 'x'.repeat(256) }],
    ['title', { title: 5 }],
    ['technical_type', { technical_type: undefined }],
    ['technical_type', { technical_type: 'pdf' }],
    ['group', { group: 'x'.repeat(65) }],
    ['in_scope', { in_scope: 'yes' }],
    ['definition_short', { definition_short: 'x'.repeat(20_001) }],
    ['slug', { slug: 'mine' }],
    ['semantic_type', { semantic_type: 'brief' }],
    ['display_order', { display_order: 1 }],
    ['payload', { payload: 'text' }],
  ])('refuses an invalid or unknown field, by its name: %s', async (name, fields) => {
    expect(await faultOf(knowledge.aProject().create('Churn', fields))).toMatchObject(invalid(name));
  });

  it('accepts titles of 255 characters, and groups of 64', async () => {
    const created = await knowledge.aProject().create('ы'.repeat(255), { group: 'g'.repeat(64) });
    expect(created).toMatchObject({ title: 'ы'.repeat(255), slug: 'y'.repeat(255) });
  });
});

describe('an artifact in detail', () => {
  it('has the published version unless another is requested', async () => {
    const project = knowledge.aProject();
    await project.create('Churn');
    await project.append('churn', 'two');
    expect(await project.get('churn')).toMatchObject({ selected_version_number: 1, payload: '' });
    expect(await project.get('churn', 'published')).toMatchObject({ selected_version_number: 1 });
    expect(await project.get('churn', 'head')).toMatchObject({ selected_version_number: 2, payload: 'two' });
    expect(await project.get('churn', '1')).toMatchObject({ selected_version_number: 1 });
  });

  it('shows versions other than the published one to admins only, even if they do not exist', async () => {
    const project = knowledge.aProject();
    await project.create('Churn');
    const viewer = project.asViewer();
    expect(await viewer.get('churn')).toMatchObject({ selected_version_number: 1 });
    for (const version of ['head', '1', '99'])
      expect(await faultOf(viewer.get('churn', version))).toEqual(FORBIDDEN);
    expect(await faultOf(viewer.get('missing', 'head'))).toEqual(FORBIDDEN);
    expect(await faultOf(viewer.get('missing'))).toEqual(NOT_FOUND);
  });

  it('has no content while nothing of it has been published', async () => {
    const project = knowledge.aProject('manual_publish');
    await project.append('brief', 'text');
    expect(await project.asViewer().get('brief')).toMatchObject({
      head_version_number: 1,
      published_version_number: null,
      selected_version_number: null,
      payload: null,
    });
  });

  it.each(['0', '2', '2147483648'])(
    'is not found with a version that it does not have: %s',
    async (version) => {
      const project = knowledge.aProject();
      await project.create('Churn');
      expect(await faultOf(project.get('churn', version))).toEqual(NOT_FOUND);
    },
  );

  it.each(['latest', '-1', '1.5', '', '1e3'])('refuses %j as a version', async (version) => {
    expect(await faultOf(knowledge.aProject().get('brief', version))).toMatchObject(invalid('version'));
  });
});

describe('updating an artifact', () => {
  it('changes the given fields, and logs them in the changelog', async () => {
    const project = knowledge.aProject();
    await project.create('Churn');
    const changes = { title: 'Retention', group: ' Sales ', in_scope: false, display_order: 0 };
    const updated = await project.update('churn', changes);
    expect(updated).toMatchObject({ ...changes, group: 'Sales', slug: 'churn', selected_version_number: 1 });
    expect(await project.get('churn')).toEqual(updated);
    expect((await project.changelogTexts())[0]).toBe(
      'Changed title, in_scope, display_order, group of "Retention".',
    );
  });

  it.each([{}, { title: 'Churn' }, { group: '', in_scope: true }])(
    'to the current values (%j) changes nothing, and logs nothing',
    async (changes) => {
      const project = knowledge.aProject();
      const created = await project.create('Churn');
      expect(await project.update('churn', changes)).toEqual(created);
      expect(await project.changelogTexts()).toHaveLength(1);
    },
  );

  it('may set the title of another artifact: its slug stays', async () => {
    const project = knowledge.aProject();
    await project.create('Churn');
    expect(await project.update('churn', { title: 'Brief' })).toMatchObject({ slug: 'churn' });
  });

  it('of a predefined artifact moves it in the catalog, and does nothing else', async () => {
    const project = knowledge.aProject();
    expect(await project.update('brief', { in_scope: false, display_order: 3 })).toMatchObject({
      in_scope: false,
      display_order: 3,
      title: 'Brief',
    });
    for (const changes of [{ title: 'Mine' }, { definition_short: 'x' }, { group: '' }])
      expect(await faultOf(project.update('brief', { ...changes, in_scope: true }))).toMatchObject(
        invalid(...Object.keys(changes)),
      );
    expect((await project.get('brief')).in_scope).toBe(false);
  });

  it.each(RESERVED)('refuses the group %j', async (group) => {
    const project = knowledge.aProject();
    await project.create('Churn');
    expect(await faultOf(project.update('churn', { group }))).toMatchObject(invalid('group'));
  });

  it.each([
    ['title', null],
    ['title', ' '],
    ['display_order', -1],
    ['display_order', 2_147_483_648],
    ['display_order', 1.5],
    ['technical_type', 'markdown'],
    ['semantic_type', 'custom'],
  ])('refuses %s %j', async (name, value) => {
    expect(await faultOf(knowledge.aProject().update('brief', { [name]: value }))).toMatchObject(
      invalid(name),
    );
  });

  it('is not found when it does not exist', async () => {
    expect(await faultOf(knowledge.aProject().update('missing', {}))).toEqual(NOT_FOUND);
  });
});

describe('deleting an artifact', () => {
  it('deletes its versions and keeps its publications and the changelog', async () => {
    const project = knowledge.aProject();
    const { id } = await project.create('Churn');
    await project.append('churn', 'two');
    await project.publish('churn', 2);
    await project.remove('churn');
    expect(await faultOf(project.get('churn'))).toEqual(NOT_FOUND);
    expect(await faultOf(project.version('churn', 1))).toEqual(NOT_FOUND);
    expect(await knowledge.session.rows(KEPT, [project.id, id])).toEqual([
      { versions: 0, publications: 2, entries: 4 },
    ]);
    expect(await project.changelogTexts()).toEqual([
      'Deleted "Churn".',
      'Published version 2 of "Churn".',
      'Appended version 2 to "Churn".',
      'Created "Churn".',
    ]);
  });

  it('frees its slug for another artifact, which starts with version 1', async () => {
    const project = knowledge.aProject();
    const first = await project.create('Churn');
    await project.append('churn', 'two');
    await project.remove('churn');
    const second = await project.create('Churn');
    expect(second.id).not.toBe(first.id);
    expect(second).toMatchObject({ head_version_number: 1, payload: '' });
    expect(await project.moves('churn')).toEqual([[null, 1]]);
    expect((await project.history('churn')).count).toBe(1);
  });

  it('is refused for predefined artifacts', async () => {
    const project = knowledge.aProject();
    expect(await faultOf(project.remove('brief'))).toMatchObject({ kind: 'forbidden' });
    expect((await project.list()).count).toBe(7);
    expect(await project.changelogTexts()).toEqual([]);
  });

  it('is not found when it does not exist, or was deleted before', async () => {
    const project = knowledge.aProject();
    await project.create('Churn');
    await project.remove('churn');
    expect(await faultOf(project.remove('churn'))).toEqual(NOT_FOUND);
  });
});

const KEPT = `
  SELECT (SELECT count(*)::integer FROM knowledge.artifact_versions WHERE artifact_id = $2) AS versions,
         (SELECT count(*)::integer FROM knowledge.publications WHERE artifact_id = $2) AS publications,
         (SELECT count(*)::integer FROM knowledge.changelog_entries WHERE project_id = $1) AS entries`;
