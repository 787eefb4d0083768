import { isDeepStrictEqual } from 'node:util';
import type { ArtifactDetail, ArtifactVersion, DocumentIndexing, DocumentItem, Page } from '@pks/contracts';
import { eventually } from '@pks/testing/black-box';
import { PAYLOADS } from '../../../src/openapi/payloads.ts';
import { formOf } from '../forms.ts';
import type { Cast } from './cast.ts';

const POLICY = '# Refunds\n\nCustomers get their money back within 14 days of a cancellation.\n';
const LONGER = `${POLICY}\nAfter that, an adviser decides.\n`;
const LETTER = 'A refund of more than 500 euros needs a second signature.\n';

/** Artifacts, their versions and what happens to them. */
export async function artifacts({ path, ana }: Cast): Promise<ArtifactDetail> {
  const list = `${path}artifacts/`;
  const wanted = {
    title: 'Refund policy',
    technical_type: 'markdown',
    definition_short: 'When customers get their money back.',
    group: 'Service',
  };
  const artifact = (await ana.api.post<ArtifactDetail>(list, wanted)).body;
  const one = `${list}${artifact.slug}/`;
  const append = (request: object) => ana.api.post<ArtifactVersion>(`${one}versions/`, request);
  await append({
    payload: POLICY,
    short_name: 'First rules',
    change_summary: 'As agreed with the advisers.',
    edit_source: 'ui',
    base_version_number: 1,
  });
  await ana.api.post(`${one}versions/2/publish/`);
  await append({ payload: LONGER, change_summary: 'Later cancellations.', base_version_number: 2 });
  await ana.api.get(`${one}versions/3/diff/?against=2`);
  await ana.api.get(`${one}versions/2/`);
  await ana.api.post(`${one}publish-head/`);
  await ana.api.post(`${one}versions/2/restore/`);
  await ana.api.get(`${one}versions/history/?limit=2`);
  await ana.api.get(`${one}publications/?limit=2`);
  await ana.api.patch(one, { definition_short: 'When customers get their money back, and how.' });
  await ana.api.get(one);
  await ana.api.get(`${list}?scope=in_scope&limit=2&offset=6`);
  await ana.api.get(`${path}knowledge-changelog/?limit=2`);
  await ofEachType(list, ana.api);
  const draft = (await ana.api.post<ArtifactDetail>(list, { title: 'Draft', technical_type: 'bpmn_xml' }))
    .body;
  await ana.api.delete(`${list}${draft.slug}/`);
  return artifact;
}

/** Appends the payload that the reference shows for each type. */
async function ofEachType(list: string, api: Cast['ana']['api']): Promise<void> {
  for (const [technical_type, payload] of Object.entries(PAYLOADS)) {
    const { slug } = (await api.post<ArtifactDetail>(list, { title: `A ${technical_type}`, technical_type }))
      .body;
    const { body } = await api.post<ArtifactVersion>(`${list}${slug}/versions/`, { payload });
    if (!isDeepStrictEqual(body.payload, payload))
      throw new Error(`The payload of ${technical_type} changed.`);
    await api.delete(`${list}${slug}/`);
  }
}

/** Documents, their texts and their metadata, and the search. */
export async function documents({ path, ana }: Cast): Promise<void> {
  const list = `${path}documents/`;
  const files = [
    { name: 'signatures.md', content: LETTER },
    { name: 'limits.csv', content: 'amount,signatures\n100,1\n600,2\n' },
  ];
  const fields = { files_metadata: JSON.stringify([[['department', 'Claims']], []]) };
  const stored = (await ana.api.post<DocumentItem[]>(`${list}bulk-upload/`, formOf(files, fields))).body;
  const [letter, table] = stored as [DocumentItem, DocumentItem];
  const status = `${list}indexing-status/?document_ids=${letter.id},${table.id}`;
  const areRead = (all: readonly DocumentIndexing[]) => all.every((one) => one.status === 'active');
  await eventually('the documents are read', async () =>
    areRead((await ana.quiet.get<DocumentIndexing[]>(status)).body),
  );
  await ana.api.get(status);
  for (const query of ['?limit=1', 'get-without-file/?limit=1', 'storage/']) await ana.api.get(list + query);
  const one = `${list}${letter.id}/`;
  await ana.api.get(one);
  await ana.api.get(`${one}text/`);
  await ana.api.get(`${one}content/`);
  await ana.api.patch(one, { name: 'Signatures.md' });
  await metadata(path, one, ana.api);
  await found(path, ana);
  const more = formOf(
    [
      { name: 'a.txt', content: 'A' },
      { name: 'b.txt', content: 'B' },
    ],
    { skip_parsing: 'true' },
  );
  const [first, second] = (await ana.api.post<DocumentItem[]>(`${list}bulk-upload/`, more)).body;
  await ana.api.delete(`${list}${first?.id}/`);
  await ana.api.post(`${list}bulk-delete/`, { document_ids: [second?.id] });
}

async function metadata(path: string, one: string, api: Cast['ana']['api']): Promise<void> {
  await api.post(`${one}metadata-add/`, [
    { key: 'language', value: 'en' },
    { key: 'department', value: 'Service' },
  ]);
  await api.get(`${one}metadata-values/?key=department`);
  await api.get(`${path}available-document-metadata/`);
  await api.get(`${path}documents/available-document-metadata/`);
  await api.get(`${path}documents/metadata-values/?key=department`);
  await api.post(`${path}documents/filter-by-metadata/?limit=1`, { metadata_values: ['claims'] });
  await api.post(`${one}metadata-remove-pair/`, { key: 'department', value: 'Service' });
  await api.post(`${one}metadata-remove-key/`, { key: 'language' });
}

async function found(path: string, { api, quiet }: Cast['ana']): Promise<void> {
  const request = { query: 'How soon do customers get their money back?', top_k: 1, mode: 'words' };
  await eventually('the policy is found', async () => {
    const { body } = await quiet.post<object>(`${path}search/`, request);
    return JSON.stringify(body).includes('Refund policy');
  });
  await api.post<Page<object>>(`${path}search/`, request);
}
