import type { LoadRequest } from '../connection.ts';

/** More requests than any run sends: each creates a row of its own. */
const COUNT = 60_000;

/** Requests that each create a row, spread over the projects. */
export function creates(
  projectIds: readonly string[],
  request: (project: string, name: string) => { readonly path: string; readonly body: object },
): LoadRequest[] {
  return Array.from({ length: COUNT }, (_, index) => {
    const { path, body } = request(projectIds[index % projectIds.length] ?? '', `created-${index}`);
    return { method: 'POST', path, body: JSON.stringify(body) };
  });
}
