import { beforeAll, describe, expect, it } from '@jest/globals';
import type {
  AvailableMetadata,
  DocumentDetail,
  DocumentIndexing,
  DocumentItem,
  DocumentText,
  MetadataKeyRemoved,
  Page,
  Project,
} from '@pks/contracts';
import { eventually } from '@pks/testing/black-box';
import { formOf } from './support/forms.ts';
import { type Person, World } from './support/world.ts';

type Envelope = Page<DocumentItem> & { readonly next: string | null };

const world = new World();

let project: Project;
let viewer: Person;
let documents: string;
let plan: DocumentItem;
let report: DocumentItem;

beforeAll(async () => {
  project = await world.project();
  viewer = await world.member(project.id);
  documents = `/projects/${project.id}/documents/`;
  const form = formOf(
    [
      { name: 'Plan.md', content: '# Plan\n\nRefunds take 5 days.' },
      { name: 'Report.bin', content: 'report' },
    ],
    { files_metadata: JSON.stringify([[['department', 'Sales']], [['department', 'STRASSE']]]) },
  );
  const { body } = await viewer.api.post<DocumentItem[]>(`${documents}bulk-upload/`, form);
  [plan, report] = body as [DocumentItem, DocumentItem];
});

const namesIn = ({ results }: Page<DocumentItem>): string[] => results.map(({ name }) => name);

describe('documents', () => {
  it('are listed, newest first, by part of their names and by their type', async () => {
    const list = async (query: string): Promise<string[]> =>
      namesIn((await viewer.api.get<Page<DocumentItem>>(`${documents}${query}`)).body);
    expect(await list('')).toEqual(['Report.bin', 'Plan.md']);
    expect(await list('?search=PLAN')).toEqual(['Plan.md']);
    expect(await list('?content_type=Text/Markdown')).toEqual(['Plan.md']);
    expect(await list('get-without-file/?limit=1')).toEqual(['Report.bin']);
  });

  it('link to their files', async () => {
    const { body } = await viewer.api.get<DocumentDetail>(`${documents}${plan.id}/`);
    expect(body).toMatchObject({ source: 'upload', source_metadata: {}, computed_pdf_file: null });
    expect(body.file).toBe(plan.file);
    const file = await viewer.api.get(body.file.slice(body.file.indexOf('/projects/')));
    expect([new URL(body.file, world.baseUrl).pathname, file.text]).toEqual([
      new URL(`${world.baseUrl}${documents}${plan.id}/content/`).pathname,
      '# Plan\n\nRefunds take 5 days.',
    ]);
  });

  it('are read in the background', async () => {
    const path = `${documents}indexing-status/?document_ids=${plan.id},${report.id}`;
    await eventually('both are read', async () => {
      const { body } = await viewer.api.get<DocumentIndexing[]>(path);
      return body.length === 2 && body.every(({ status }) => status === 'active');
    });
    const { body } = await viewer.api.get<DocumentText>(`${documents}${plan.id}/text/`);
    expect(body).toMatchObject({ id: plan.id, indexing_status: 'active', page_count: 1 });
    expect(body.text).toContain('Refunds take 5 days.');
    expect((await viewer.api.get(`${documents}${report.id}/text/`)).body).toMatchObject({ text: null });
  });

  it('can be renamed and deleted by admins alone', async () => {
    const { id } = await world.document(project.id);
    const path = `${documents}${id}/`;
    expect((await viewer.api.patch(path, { name: 'Mine' })).status).toBe(403);
    expect(await world.founder.patch(path, { name: ' Ours ' })).toMatchObject({
      status: 200,
      body: { name: 'Ours', uploaded_by: { email: expect.any(String) } },
    });
    expect((await viewer.api.delete(path)).status).toBe(403);
    expect((await world.founder.delete(path)).status).toBe(204);
    expect((await viewer.api.get(path)).status).toBe(404);
    expect((await world.founder.delete(path)).status).toBe(404);
  });

  it('are deleted in bulk; those that do not exist are skipped', async () => {
    const made = await Promise.all([world.document(project.id), world.document(project.id)]);
    const document_ids = [...made.map(({ id }) => id), project.id];
    expect((await viewer.api.post(`${documents}bulk-delete/`, { document_ids })).status).toBe(403);
    const answer = await world.founder.post(`${documents}bulk-delete/`, { document_ids });
    expect(answer).toMatchObject({ status: 200, body: { deleted_count: 2 } });
  });

  it('are invisible to other projects', async () => {
    const other = await world.project();
    expect((await world.founder.get(`/projects/${other.id}/documents/${plan.id}/`)).status).toBe(404);
    expect((await world.stranger.get(`${documents}${plan.id}/`)).status).toBe(403);
  });

  it('are not confused with the fixed words beside them', async () => {
    for (const words of ['bulk-upload', 'bulk-delete', 'filter-by-metadata']) {
      expect((await viewer.api.get(`${documents}${words}/`)).status).toBe(404);
      expect((await viewer.api.send('PUT', `${documents}${words}/`)).status).toBe(405);
    }
    expect((await viewer.api.get(`${documents}no-such-words/`)).status).toBe(404);
    expect((await viewer.api.post(`${documents}no-such-words/`)).status).toBe(404);
    expect((await viewer.api.post(`${documents}${plan.id}/`)).status).toBe(405);
  });
});

describe('the metadata of documents', () => {
  it('finds them by any of several values, ignoring case', async () => {
    const filter = async (values: string[], query = ''): Promise<Envelope> => {
      const path = `${documents}filter-by-metadata/${query}`;
      return (await viewer.api.post<Envelope>(path, { metadata_values: values })).body;
    };
    expect(namesIn(await filter(['sALES']))).toEqual(['Plan.md']);
    expect(namesIn(await filter(['straße', 'sales', 'none']))).toEqual(['Report.bin', 'Plan.md']);
    expect(await filter(['department'])).toMatchObject({ count: 0, results: [] });
    expect(await filter([])).toMatchObject({ count: 0, next: null });
    const first = await filter(['strasse', 'sales'], '?limit=1');
    expect(first).toMatchObject({ count: 2, previous: null });
    expect(first.next).toMatch(/filter-by-metadata\/\?limit=1&offset=1$/);
  });

  it('is refused when it is not a list of texts', async () => {
    for (const [metadata_values, key] of [
      [undefined, 'metadata_values'],
      ['sales', 'metadata_values'],
      [[1], 'metadata_values.0'],
    ] as const) {
      const answer = await viewer.api.post<object>(`${documents}filter-by-metadata/`, { metadata_values });
      expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['error', key]]);
    }
  });

  it('is added as one pair, or as several', async () => {
    const path = `${documents}${plan.id}/metadata-add/`;
    const add = (body: unknown) => world.founder.post<DocumentDetail>(path, body);
    expect((await add({ key: 'year', value: '2026' })).body.metadata).toEqual([
      ['department', 'Sales'],
      ['year', '2026'],
    ]);
    const several = [
      { key: 'year', value: '2027' },
      { key: 'draft', value: '' },
    ];
    expect((await add(several)).body.metadata).toHaveLength(4);
    expect(await add([{ key: 'a', value: 'b' }, { key: '' }])).toMatchObject({
      status: 400,
      body: { '1.key': ['This field may not be blank.'], '1.value': ['This field is required.'] },
    });
    expect(await add({ value: 'b' })).toMatchObject({ status: 400, body: { key: [expect.any(String)] } });
    expect((await viewer.api.post(path, several)).status).toBe(403);
  });

  it('is read by its keys, and by a key of one document', async () => {
    const { id } = await world.document(project.id);
    const of = (name: string) => `${documents}${id}/${name}/`;
    await world.founder.post(of('metadata-add'), [
      { key: 'region', value: 'b' },
      { key: 'region', value: 'a' },
    ]);
    const byKey = await world.founder.get<object>(`/projects/${project.id}/available-document-metadata/`);
    expect(byKey).toMatchObject({
      status: 200,
      body: { region: ['a', 'b'], department: ['STRASSE', 'Sales'] },
    });
    expect((await viewer.api.get(`/projects/${project.id}/available-document-metadata/`)).status).toBe(403);
    const values = await world.founder.get(`${of('metadata-values')}?key=region`);
    expect(values).toMatchObject({ status: 200, body: { key: 'region', values: ['b', 'a'] } });
    const removed = await world.founder.post(of('metadata-remove-pair'), { key: 'region', value: 'c' });
    expect(removed).toMatchObject({ status: 200, body: { removed: false } });
  });

  it('is listed by its keys and values', async () => {
    const available = `${documents}available-document-metadata/`;
    const { body } = await world.founder.get<AvailableMetadata[]>(available);
    expect(body).toContainEqual(expect.objectContaining({ key: 'department', count: 2, value_count: 2 }));
    const values = await world.founder.get(`${documents}metadata-values/?key=year`);
    expect(values).toMatchObject({ status: 200, body: { key: 'year' } });
    expect((await viewer.api.get(available)).status).toBe(403);
  });

  it('is removed by the pair, or by the key', async () => {
    const path = `${documents}${plan.id}/`;
    const pair = { key: 'year', value: '2026' };
    const remove = () => world.founder.post(`${path}metadata-remove-pair/`, pair);
    expect((await remove()).body).toMatchObject({ removed: true, document: { id: plan.id } });
    expect((await remove()).body).toMatchObject({ removed: false });
    const all = await world.founder.post<MetadataKeyRemoved>(`${path}metadata-remove-key/`, { key: 'year' });
    expect(all.body).toMatchObject({ removed_count: 1 });
    expect(all.body.document.metadata.map(([key]) => key)).not.toContain('year');
  });
});
