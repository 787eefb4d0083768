import { rowsOf, textOf, type Answer, type DemoApi } from './api.ts';
import { CATALOG, type DemoArtifact, type DemoVersion } from './catalog.ts';

/** Adds the sample artifacts and versions that are missing; leaves what users wrote since unchanged. */
export async function seedArtifacts(api: DemoApi, project: string): Promise<void> {
  const existing = new Map(
    rowsOf(await api.get(`/projects/${project}/artifacts/?limit=1000`)).map((row) => [row['slug'], row]),
  );
  for (const artifact of CATALOG) await seedArtifact(api, project, artifact, existing.get(artifact.slug));
}

async function seedArtifact(
  api: DemoApi,
  project: string,
  artifact: DemoArtifact,
  existing: Answer | undefined,
): Promise<void> {
  const row = existing ?? (await api.post(`/projects/${project}/artifacts/`, artifact.create));
  const path = `/projects/${project}/artifacts/${textOf(row, 'slug')}`;
  const first = artifact.create === undefined ? 0 : 1;
  const head = typeof row['head_version_number'] === 'number' ? row['head_version_number'] : 0;
  let number = first;
  for (const version of artifact.published) {
    number += 1;
    if (number > head) await append(api, path, version, number);
    if (number > publishedOf(row)) await api.post(`${path}/versions/${number}/publish/`);
  }
  if (artifact.draft !== undefined && number + 1 > head) await append(api, path, artifact.draft, number + 1);
}

async function append(api: DemoApi, path: string, version: DemoVersion, number: number): Promise<void> {
  await api.post(`${path}/versions/`, { ...version, edit_source: 'ui', base_version_number: number - 1 });
}

function publishedOf(row: Answer): number {
  return typeof row['published_version_number'] === 'number' ? row['published_version_number'] : 0;
}
