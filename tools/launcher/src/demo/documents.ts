import { readFile } from 'node:fs/promises';
import { rowsOf, type DemoApi } from './api.ts';

/** A sample file and its labels. */
interface DemoDocument {
  readonly name: string;
  readonly type: string;
  readonly metadata: readonly (readonly [key: string, value: string])[];
}

const DOCUMENTS: readonly DemoDocument[] = [
  {
    name: 'passenger-terms.html',
    type: 'text/html',
    metadata: [
      ['department', 'Commercial'],
      ['audience', 'Passengers'],
    ],
  },
  {
    name: 'boarding-without-a-connection.md',
    type: 'text/markdown',
    metadata: [
      ['department', 'Harbours'],
      ['audience', 'Crew'],
    ],
  },
  {
    name: 'fares-2026.csv',
    type: 'text/csv',
    metadata: [
      ['department', 'Commercial'],
      ['year', '2026'],
    ],
  },
  {
    name: 'fleet.json',
    type: 'application/json',
    metadata: [['department', 'Harbours']],
  },
];

/** Uploads the sample files that are missing, in one upload. */
export async function seedDocuments(api: DemoApi, project: string): Promise<void> {
  const path = `/projects/${project}/documents/`;
  const known = rowsOf(await api.get(`${path}?limit=1000`)).map(({ name }) => name);
  const missing = DOCUMENTS.filter(({ name }) => !known.includes(name));
  if (missing.length === 0) return;
  const form = new FormData();
  for (const { name, type } of missing) {
    const content = await readFile(new URL(`content/${name}`, import.meta.url));
    form.append('files', new Blob([content], { type }), name);
  }
  form.append('files_metadata', JSON.stringify(missing.map(({ metadata }) => metadata)));
  await api.upload(`${path}bulk-upload/`, form);
}
