import type { Project, ToolDetail } from '@pks/contracts';
import type { Cast } from './cast.ts';

/** Tools: created, run, changed, and imported by another project. */
export async function tools({ path, organizationId, ana }: Cast): Promise<void> {
  const list = `${path}tools/`;
  const wanted = { name: 'Sums', description: 'Computes what a refund is.', tool_type: 'math' };
  const tool = (await ana.api.post<ToolDetail>(list, wanted)).body;
  const one = `${list}${tool.id}/`;
  await ana.api.get(`${one}parameters/`);
  await ana.api.post(`${one}run/`, { expression: '600 - 15% * 600' });
  await ana.api.get(`${one}runs/?limit=1`);
  await ana.api.patch(one, { description: 'Computes what is paid back.' });
  await ana.api.get(one);
  await ana.api.get(`${list}?tool_type=math`);
  const other = { name: 'Claims', organization_id: organizationId };
  const { id } = (await ana.quiet.post<Project>('/projects/', other)).body;
  await ana.api.post(`/projects/${id}/tools/import/`, { tool_id: tool.id });
  await ana.api.delete(one);
}
