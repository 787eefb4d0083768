import { ADMIN, demo } from '../stage.ts';

/** Creates an artifact with one version besides its empty first one. Returns its path. */
export async function artifactWith(
  title: string,
  payload: unknown,
  technical_type = 'markdown',
): Promise<string> {
  const say = demo.as(ADMIN);
  const { body } = await say('/artifacts/', { title, technical_type });
  const path = `/artifacts/${String(body['slug'])}`;
  await say(`${path}/versions/`, { payload, change_summary: 'First' });
  return path;
}
