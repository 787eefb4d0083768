import type { DocumentItem, Page } from '@pks/contracts';
import { FolderBlobStore } from '@pks/platform/process';
import { type ApiClient, eventually } from '@pks/testing/black-box';

/** The number of a project's documents, and of the files stored for it. */
export async function keptOf(api: ApiClient, projectId: string): Promise<{ rows: number; files: number }> {
  const store = new FolderBlobStore(process.env['E2E_FILE_FOLDER'] ?? '');
  let files = 0;
  for await (const key of store.keys()) if (key.includes(projectId)) files += 1;
  const { body } = await api.get<Page<DocumentItem>>(`/projects/${projectId}/documents/`);
  return { rows: body.count, files };
}

/** Resolves when a project has this many documents, and no other files than theirs. */
export async function eventuallyKept(api: ApiClient, projectId: string, count: number): Promise<void> {
  await eventually(`${count} documents are kept, and no file but theirs`, async () => {
    const { rows, files } = await keptOf(api, projectId);
    return rows === count && files === count;
  });
}
