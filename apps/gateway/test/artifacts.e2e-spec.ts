import { beforeAll, describe, expect, it } from '@jest/globals';
import type {
  ArtifactDetail,
  ArtifactItem,
  ArtifactVersion,
  ChangelogEntry,
  Me,
  Page,
  Permission,
  Project,
  Publication,
  TechnicalType,
  VersionDiff,
  VersionHistoryRow,
} from '@pks/contracts';
import type { ApiClient } from '@pks/testing/black-box';
import { World } from './support/world.ts';

const BPMN = `<?xml version="1.0"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="t"><process id="p"/></definitions>`;

const world = new World();

let project: Project;
let artifacts: string;

beforeAll(async () => {
  project = await world.project('manual_publish');
  artifacts = `/projects/${project.id}/artifacts/`;
});

function refused(field: string, sentence: string): object {
  return { status: 400, body: { error: sentence, [field]: [sentence] } };
}

/** A new artifact of the project, and the path to it. */
async function anArtifact(fields: object = {}): Promise<{ path: string; detail: ArtifactDetail }> {
  const detail = await world.artifact(project.id, fields);
  return { path: `${artifacts}${detail.slug}/`, detail };
}

function appending(path: string, request: object, client: ApiClient = world.founder) {
  return client.post<ArtifactVersion>(`${path}versions/`, request);
}

async function viewer(permissions: Permission[] = ['CAN_VIEW_DATA']): Promise<ApiClient> {
  return (await world.member(project.id, permissions)).api;
}

describe('the catalog of a new project', () => {
  it('has one artifact of each predefined type, without versions', async () => {
    const { id } = await world.project();
    const { body } = await world.founder.get<Page<ArtifactItem>>(`/projects/${id}/artifacts/`);
    expect(body.results.map((item) => [item.semantic_type, item.slug, item.technical_type])).toEqual([
      ['brief', 'brief', 'markdown'],
      ['project_plan', 'project-plan', 'markdown'],
      ['general_knowledge', 'general-knowledge', 'markdown'],
      ['library_description', 'library-description', 'markdown'],
      ['mental_map', 'mental-map', 'mental_map'],
      ['playbooks', 'playbooks', 'playbook_list'],
      ['design_templates', 'design-templates', 'design_template_list'],
    ]);
    for (const item of body.results) {
      expect(item).toMatchObject({
        in_scope: true,
        group: '',
        can_delete: false,
        head_version_number: 0,
        version_count: 0,
        head_updated_at: null,
        published_version_number: null,
      });
    }
    expect((await world.founder.get(`/projects/${id}/artifacts/brief/`)).body).toMatchObject({
      selected_version_number: null,
      payload: null,
    });
  });

  it('is listed in scope first, then by display order, then by slug; filtered by scope on request', async () => {
    const { id } = await world.project();
    const own = `/projects/${id}/artifacts/`;
    for (const title of ['Zeta', 'Alpha']) await world.artifact(id, { title, in_scope: false });
    await world.founder.patch(`${own}zeta/`, { display_order: 1 });
    await world.founder.patch(`${own}alpha/`, { display_order: 1 });
    const slugs = async (scope: string): Promise<string[]> =>
      (await world.founder.get<Page<ArtifactItem>>(`${own}?scope=${scope}`)).body.results.map(
        ({ slug }) => slug,
      );
    expect((await slugs('all')).slice(7)).toEqual(['alpha', 'zeta']);
    expect(await slugs('out_of_scope')).toEqual(['alpha', 'zeta']);
    expect(await slugs('in_scope')).toHaveLength(7);
  });
});

describe('a custom artifact', () => {
  it('has a slug made from its title, and an empty first version that is published', async () => {
    const fields = {
      title: 'Über die Kündigungen: Gründe & Folgen',
      technical_type: 'mental_map',
      definition_short: 'Short',
      definition_long: 'Long',
      format_description: 'Format',
      capture_discipline: 'Discipline',
      group: 'Project Management',
      in_scope: false,
    };
    const { status, body } = await world.founder.post<ArtifactDetail>(artifacts, fields);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...fields,
      semantic_type: 'custom',
      slug: 'uber-die-kundigungen-grunde-folgen',
      can_delete: true,
      head_version_number: 1,
      version_count: 1,
      published_version_number: 1,
      selected_version_number: 1,
      payload: {},
    });
  });

  it('has a title with a slug of its own', async () => {
    await anArtifact({ title: 'Churn' });
    const again = await world.founder.post(artifacts, { title: ' CHURN! ', technical_type: 'markdown' });
    expect(again).toMatchObject(refused('title', 'An artifact with the slug "churn" already exists.'));
  });

  it.each(['Foundation', 'other', '  OTHER ', 'foundation'])(
    'cannot be in a reserved group: %s',
    async (group) => {
      const request = { title: `In ${group}`, technical_type: 'markdown', group };
      expect(await world.founder.post(artifacts, request)).toMatchObject(
        refused('group', `"${group.trim()}" is a reserved group.`),
      );
      const { path } = await anArtifact();
      expect(await world.founder.patch(path, { group })).toMatchObject(
        refused('group', `"${group.trim()}" is a reserved group.`),
      );
    },
  );

  it('can be changed except for its slug and its technical type, and deleted', async () => {
    const { path, detail } = await anArtifact({ title: 'First title' });
    const changes = { title: 'Second title', definition_short: 'Changed', group: 'Team', display_order: 3 };
    expect(await world.founder.patch(path, changes)).toMatchObject({
      status: 200,
      body: { ...changes, slug: detail.slug },
    });
    for (const field of ['slug', 'technical_type', 'semantic_type']) {
      expect(await world.founder.patch(path, { [field]: 'markdown' })).toMatchObject(
        refused(field, 'Unknown field.'),
      );
    }
    expect((await world.founder.delete(path)).status).toBe(204);
    expect((await world.founder.get(path)).status).toBe(404);
  });
});

describe('a predefined artifact', () => {
  it('allows changes to its scope and its order alone', async () => {
    const path = `${artifacts}playbooks/`;
    expect(await world.founder.patch(path, { in_scope: false, display_order: 9 })).toMatchObject({
      status: 200,
      body: { in_scope: false, display_order: 9 },
    });
    const renamed = await world.founder.patch<Record<string, unknown>>(path, { title: 'Mine' });
    expect([renamed.status, Object.keys(renamed.body)]).toEqual([400, ['error', 'title']]);
    expect((await world.founder.delete(path)).status).toBe(403);
  });
});

describe('content', () => {
  it.each<[TechnicalType, unknown]>([
    ['markdown', '# Title\n\n😀'],
    ['bpmn_xml', BPMN],
    ['bpmn_xml', ''],
    ['mental_map', { root: { children: [1, null, 'x'] } }],
    ['playbook_list', [{ name: 'A' }, {}]],
    ['design_template_list', []],
  ])('of %s may be %j, and is returned unchanged', async (technical_type, payload) => {
    const { path } = await anArtifact({ technical_type });
    expect(await appending(path, { payload })).toMatchObject({ status: 201, body: { payload } });
    const { body } = await world.founder.get<ArtifactDetail>(`${path}?version=head`);
    expect(body.payload).toEqual(payload);
  });

  it.each<[TechnicalType, unknown]>([
    ['markdown', {}],
    ['markdown', null],
    ['bpmn_xml', '<definitions>'],
    ['bpmn_xml', '<html/>'],
    ['mental_map', []],
    ['mental_map', 'x'],
    ['playbook_list', {}],
    ['playbook_list', ['x']],
    ['design_template_list', [[]]],
  ])('of %s cannot be %j', async (technical_type, payload) => {
    const { path } = await anArtifact({ technical_type });
    const { status, body } = await appending(path, { payload });
    expect([status, Object.keys(body)]).toEqual([400, ['error', 'payload']]);
  });

  it('is required', async () => {
    const { path } = await anArtifact();
    expect(await appending(path, {})).toMatchObject(refused('payload', 'This field is required.'));
  });
});

describe('a version', () => {
  it('records who made it, from where and why', async () => {
    const { path } = await anArtifact();
    const { body: me } = await world.founder.get<Me>('/users/me/');
    const notes = { short_name: 'Price', change_summary: 'Asked again', edit_source: 'chat' };
    const { body } = await appending(path, { payload: 'x', ...notes });
    expect(body).toMatchObject({
      ...notes,
      version_number: 2,
      created_by_id: me.id,
      created_by_email: me.email,
      coach_conversation_id: null,
      conversation: null,
    });
    expect((await world.founder.get(`${path}versions/2/`)).body).toEqual(body);
    for (const edit_source of ['', 'mcp', 'ui', 'coach']) {
      expect((await appending(path, { payload: '', edit_source })).status).toBe(201);
    }
    expect(await appending(path, { payload: '', edit_source: 'api' })).toMatchObject(
      refused('edit_source', '"api" is not a valid choice.'),
    );
  });

  it('is made from the head that it names, or not at all', async () => {
    const { path } = await anArtifact();
    expect((await appending(path, { payload: 'a', base_version_number: 1 })).status).toBe(201);
    expect(await appending(path, { payload: 'b', base_version_number: 1 })).toMatchObject({
      status: 409,
      body: { head_version_number: 2 },
    });
  });

  it('has the next number, however many are created concurrently', async () => {
    const { path } = await anArtifact();
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, n) => appending(path, { payload: String(n) })),
    );
    const numbers = made.map(({ body }) => body.version_number).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, n) => n + 2));
  });

  it('is published by hand, also an old one, and again without a change', async () => {
    const { path } = await anArtifact();
    await appending(path, { payload: 'second' });
    expect((await world.founder.get(path)).body).toMatchObject({ selected_version_number: 1, payload: '' });
    const published = await world.founder.post<ArtifactVersion>(`${path}versions/2/publish/`);
    expect(published).toMatchObject({ status: 200, body: { version_number: 2, payload: 'second' } });
    expect((await world.founder.post(`${path}versions/2/publish/`)).text).toBe(published.text);
    await world.founder.post(`${path}versions/1/publish/`);
    expect(await world.founder.post(`${path}publish-head/`)).toMatchObject({
      status: 200,
      body: { published_version_number: 2, payload: 'second' },
    });
    const { body } = await world.founder.get<Page<Publication>>(`${path}publications/`);
    expect(body.results.map((move) => [move.from_version_number, move.to_version_number])).toEqual([
      [1, 2],
      [2, 1],
      [1, 2],
      [null, 1],
    ]);
  });

  it('is published immediately when the project publishes automatically, and never by hand', async () => {
    const automatic = await world.project('auto_publish');
    const { slug } = await world.artifact(automatic.id);
    const path = `/projects/${automatic.id}/artifacts/${slug}/`;
    await appending(path, { payload: 'second' });
    expect((await world.founder.get(path)).body).toMatchObject({
      published_version_number: 2,
      payload: 'second',
    });
    for (const act of ['publish-head/', 'versions/1/publish/']) {
      expect(await world.founder.post(path + act)).toMatchObject({
        status: 400,
        body: {
          error:
            'This project publishes artifacts automatically: a version is published when it is appended. To publish an earlier one, restore it.',
        },
      });
    }
    for (const number of ['9', '%2B1', '-1', '1.0', '1e0', '%201'])
      expect((await world.founder.post(`${path}versions/${number}/publish/`)).status).toBe(404);
    expect((await world.founder.post(`${path.replace(slug, 'brief')}publish-head/`)).status).toBe(404);
  });

  it('is restored as a copy at the head, published only when that is automatic', async () => {
    const { path } = await anArtifact();
    await appending(path, { payload: 'second' });
    await appending(path, { payload: 'third' });
    expect(await world.founder.post(`${path}versions/2/restore/`)).toMatchObject({
      status: 201,
      body: { version_number: 4, payload: 'second' },
    });
    expect((await world.founder.get(path)).body).toMatchObject({
      head_version_number: 4,
      version_count: 4,
      published_version_number: 1,
    });
  });

  it('is visible to viewers only once it is published', async () => {
    const { path } = await anArtifact();
    await appending(path, { payload: 'secret' });
    const client = await viewer();
    expect(await client.get(path)).toMatchObject({ status: 200, body: { payload: '' } });
    for (const version of ['head', '1', '2']) {
      expect((await client.get(`${path}?version=${version}`)).status).toBe(403);
      expect((await world.founder.get(`${path}?version=${version}`)).status).toBe(200);
    }
    for (const query of ['version=newest', 'version=', 'version=published&version=head', 'version=1&x=1'])
      expect((await client.get(`${path}?${query}`)).status).toBe(403);
    expect(await client.get(`${path}?version=published&x=1`)).toMatchObject(refused('x', 'Unknown field.'));
    expect(await world.founder.get(`${path}?version=newest`)).toMatchObject(
      refused('version', '"newest" is not a valid choice.'),
    );
    expect((await world.founder.get(`${path}?version=9`)).status).toBe(404);
  });

  it('is compared with another: texts by lines, other content by JSON Patch', async () => {
    const { path } = await anArtifact();
    await appending(path, { payload: 'one\ntwo\n' });
    await appending(path, { payload: 'one\nthree\n' });
    const text = await world.founder.get<VersionDiff>(`${path}versions/3/diff/?against=2`);
    expect(text.body).toMatchObject({ format: 'unified', operations: null });
    expect(text.body.unified).toMatch(/-two\n\+three\n/);
    const map = await anArtifact({ technical_type: 'mental_map' });
    await appending(map.path, { payload: { a: 1 } });
    const patch = await world.founder.get<VersionDiff>(`${map.path}versions/2/diff/`);
    expect(patch.body).toMatchObject({
      format: 'json_patch',
      unified: null,
      operations: [{ op: 'add', path: '/a', value: 1 }],
    });
  });
});

describe('the history', () => {
  it('lists every version, the newest first, with its entry in the changelog', async () => {
    const { path, detail } = await anArtifact();
    await appending(path, { payload: 'x', short_name: 'Two' });
    const { body } = await world.founder.get<Page<VersionHistoryRow>>(`${path}versions/history/`);
    expect(body.results.map((row) => [row.version_number, row.short_name])).toEqual([
      [2, 'Two'],
      [1, ''],
    ]);
    expect(body.results[0]).not.toHaveProperty('payload');
    await world.founder.delete(path);
    const changelog = `/projects/${project.id}/knowledge-changelog/?limit=1000`;
    const { body: log } = await world.founder.get<Page<ChangelogEntry>>(changelog);
    const about = log.results.filter(({ description }) => description.includes(`"${detail.title}"`));
    expect(about).toHaveLength(3);
    expect(about[1]).toEqual(body.results[0]?.changelog_entry);
  });
});
