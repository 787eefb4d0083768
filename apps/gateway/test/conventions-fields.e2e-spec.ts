import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Project } from '@pks/contracts';
import { World } from './support/world.ts';

const world = new World();

let project: Project;
let artifacts: string;
let versions: string;

beforeAll(async () => {
  project = await world.project();
  artifacts = `/projects/${project.id}/artifacts/`;
  const { slug } = await world.artifact(project.id);
  versions = `${artifacts}${slug}/versions/`;
});

/** The body of a 400: the first sentence as the error, and each field with its sentences. */
function refused(fields: Readonly<Record<string, string>>): object {
  const lists = Object.entries(fields).map(([name, sentence]) => [name, [sentence]]);
  return Object.fromEntries([['error', Object.values(fields)[0]], ...lists]) as object;
}

async function makingArtifact(body: unknown): Promise<unknown> {
  const answer = await world.founder.post(artifacts, body);
  expect(answer.status).toBe(400);
  return answer.body;
}

describe('a refused field', () => {
  const valid = { title: 'T', technical_type: 'markdown' };

  it.each<[string, object, Record<string, string>]>([
    ['is missing', { technical_type: 'markdown' }, { title: 'This field is required.' }],
    ['is blank', { ...valid, title: '' }, { title: 'This field may not be blank.' }],
    ['is white space', { ...valid, title: ' \t\n ' }, { title: 'This field may not be blank.' }],
    ['is null', { ...valid, title: null }, { title: 'This field may not be null.' }],
    ['is no string', { ...valid, title: 5 }, { title: 'Must be a valid string.' }],
    ['is a list', { ...valid, title: ['a'] }, { title: 'Must be a valid string.' }],
    [
      'is too long',
      { ...valid, title: 'x'.repeat(256) },
      { title: 'Ensure this field has no more than 255 characters.' },
    ],
    [
      'is too long a group',
      { ...valid, group: 'x'.repeat(65) },
      { group: 'Ensure this field has no more than 64 characters.' },
    ],
    [
      'is too long a text',
      { ...valid, definition_long: 'x'.repeat(20_001) },
      { definition_long: 'Ensure this field has no more than 20000 characters.' },
    ],
    ['is no choice', { ...valid, technical_type: 'x' }, { technical_type: '"x" is not a valid choice.' }],
    [
      'is a number, not a choice',
      { ...valid, technical_type: 1 },
      { technical_type: '"1" is not a valid choice.' },
    ],
    ['is no boolean', { ...valid, in_scope: 'true' }, { in_scope: 'Must be a valid boolean.' }],
    ['is a number, not a boolean', { ...valid, in_scope: 1 }, { in_scope: 'Must be a valid boolean.' }],
    ['is unknown', { ...valid, slug: 'mine' }, { slug: 'Unknown field.' }],
    ['is of the path', { ...valid, project_id: 'x' }, { project_id: 'Unknown field.' }],
    ['is empty by name', { ...valid, '': 1 }, { '': 'Unknown field.' }],
    ['is named like a method', { ...valid, constructor: 1 }, { constructor: 'Unknown field.' }],
  ])('%s', async (_name, body, fields) => {
    expect(await makingArtifact(body)).toEqual(refused(fields));
  });

  it('has the error first and its own list of sentences, also in the order of the bytes', async () => {
    const { text } = await world.founder.post(artifacts, { technical_type: 'markdown' });
    expect(text).toBe('{"error":"This field is required.","title":["This field is required."]}');
  });

  it('does not hide the others', async () => {
    expect(await makingArtifact({ title: '', group: null, in_scope: 0, more: 1, even_more: [] })).toEqual(
      refused({
        title: 'This field may not be blank.',
        technical_type: 'This field is required.',
        group: 'This field may not be null.',
        in_scope: 'Must be a valid boolean.',
        more: 'Unknown field.',
        even_more: 'Unknown field.',
      }),
    );
  });

  it('is counted in characters, not in bytes or UTF-16 units', async () => {
    const title = '😀'.repeat(255);
    expect(await world.founder.post(artifacts, { ...valid, title })).toMatchObject({
      status: 201,
      body: { title },
    });
    expect(await makingArtifact({ ...valid, title: `${title}x` })).toEqual(
      refused({ title: 'Ensure this field has no more than 255 characters.' }),
    );
  });

  it('is named with dots when it is nested', async () => {
    const users = `/projects/${project.id}/users/`;
    const { body } = await world.founder.post(users, {
      user_id: project.id,
      permissions: ['CAN_VIEW_DATA', 'CAN_FLY'],
    });
    expect(body).toEqual(refused({ 'permissions.1': '"CAN_FLY" is not a valid choice.' }));
  });

  it('must be a UUID, an e-mail or a whole number where one is declared', async () => {
    const users = `/projects/${project.id}/users/`;
    expect(await world.founder.post(users, { user_id: 'x' })).toMatchObject({
      status: 400,
      body: refused({ user_id: 'Must be a valid UUID.' }),
    });
    expect(await world.founder.post(users, { email: 'x' })).toMatchObject({
      status: 400,
      body: refused({ email: 'Enter a valid email address.' }),
    });
    expect(await world.founder.post(users, { email: `${'x'.repeat(250)}@e.test` })).toMatchObject({
      status: 400,
      body: refused({ email: 'Ensure this field has no more than 254 characters.' }),
    });
    for (const base_version_number of ['1', 1.5, true]) {
      expect(await world.founder.post(versions, { payload: '', base_version_number })).toMatchObject({
        status: 400,
        body: refused({ base_version_number: 'A valid integer is required.' }),
      });
    }
  });

  it('of a query and of a body is reported by its name', async () => {
    expect(await world.founder.post(`${artifacts}?dry_run=1`, valid)).toMatchObject({
      status: 400,
      body: refused({ dry_run: 'Unknown field.' }),
    });
    expect(await world.founder.delete(`${artifacts}brief/?force=1`)).toMatchObject({
      status: 400,
      body: refused({ force: 'Unknown field.' }),
    });
  });
});

describe('an accepted field', () => {
  it('is trimmed when it is a name', async () => {
    const { body } = await world.founder.post(artifacts, {
      title: '  Trimmed  ',
      technical_type: 'markdown',
      group: '  Team  ',
    });
    expect(body).toMatchObject({ title: 'Trimmed', slug: 'trimmed', group: 'Team' });
  });

  it('may have the greatest allowed length', async () => {
    const longest = {
      title: 'x'.repeat(255),
      technical_type: 'markdown',
      group: 'y'.repeat(64),
      definition_short: 'd'.repeat(20_000),
      definition_long: 'd'.repeat(20_000),
    };
    expect(await world.founder.post(artifacts, longest)).toMatchObject({ status: 201, body: longest });
    const version = { payload: '', short_name: 'n'.repeat(255), change_summary: 's'.repeat(20_000) };
    expect(await world.founder.post(versions, version)).toMatchObject({ status: 201, body: version });
  });

  it('is returned as it was sent, in any script', async () => {
    const texts = [
      '日本語',
      'العربية',
      '👩‍👩‍👧‍👦',
      'e\u0301',
      '\u202e',
      '"\\/\b\f\r\t',
      '<script>',
      '\u2028\u2029',
      '%00',
    ];
    for (const definition_short of texts) {
      const title = `Scripts ${texts.indexOf(definition_short)}`;
      const made = await world.founder.post(artifacts, {
        ...{ title, technical_type: 'markdown' },
        definition_short,
      });
      expect(made.body).toMatchObject({ definition_short });
    }
  });
});

describe('a body', () => {
  const sentence = 'Expected a JSON object.';

  it.each(['[]', '[{}]', '"text"', '1', 'true', 'null'])(
    'that is not an object is refused as a whole: %s',
    async (text) => {
      for (const path of [artifacts, versions]) {
        expect(await world.founder.send('POST', path, text)).toMatchObject({
          status: 400,
          text: JSON.stringify({ error: sentence, non_field_errors: [sentence] }),
        });
      }
    },
  );

  it('may be absent when nothing in it is required', async () => {
    const publish = `${versions}1/publish/`;
    expect((await world.founder.post(publish)).status).toBe(200);
    expect((await world.founder.post(publish, {})).status).toBe(200);
    expect((await world.founder.send('POST', publish, '')).status).toBe(200);
    expect((await world.founder.send('PATCH', `/projects/${project.id}/`)).status).toBe(200);
  });

  it('may have no fields when a route accepts none', async () => {
    expect(await world.founder.post(`${versions}1/publish/`, { now: true })).toMatchObject({
      status: 400,
      body: refused({ now: 'Unknown field.' }),
    });
    expect(await world.founder.send('DELETE', `${artifacts}brief/`, { now: true })).toMatchObject({
      status: 400,
      body: refused({ now: 'Unknown field.' }),
    });
  });

  it('keeps the last of two fields with the same name', async () => {
    const text = '{"title":"First","technical_type":"markdown","title":"Second"}';
    expect(await world.founder.send('POST', artifacts, text)).toMatchObject({
      status: 201,
      body: { title: 'Second' },
    });
  });
});
