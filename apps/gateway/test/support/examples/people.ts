import type {
  ApiKey,
  NewApiKey,
  NewInvite,
  Page,
  Project,
  ProjectUser,
  ServiceAccount,
  Session,
} from '@pks/contracts';
import type { Cast } from './cast.ts';
import type { Recorder } from './recorder.ts';

/** So far ahead that the recorded request remains valid. */
const END = '2050-01-01T00:00:00.000Z';

/** Accounts, keys, members and invites. */
export async function people({
  world,
  recorder,
  organizationId,
  path,
  ana,
  ben,
  emailOf,
}: Cast): Promise<void> {
  const organization = `/organizations/${organizationId}/`;
  await ana.api.get('/users/me/');
  await ana.api.get('/projects/');
  const { name } = (await ana.api.get<{ name: string }>(organization)).body;
  await ana.api.patch(organization, { name });
  await ana.api.patch(`${organization}users/${ben.id}/`, { role: 'member', is_active: true });
  await keys(`${organization}service-accounts/`, ana, recorder);
  await ofOthersToo(`${organization}users/`, ben.id, ana, recorder);
  await ana.api.get(path);
  await ana.api.patch(path, { name: 'Refunds and returns' });
  await ana.api.patch(path, { name: 'Refunds' });
  await ana.api.patch(`${path}users/${ben.projectUserId}/`, { profile: 'tech' });
  await ana.api.get(`${path}users/?search=ben-`);
  await invites({ path, ana, emailOf, world });
  await leaving({ organization, path, ana, emailOf, world });
}

/** Records a list to which other tests add too, as if it had only this item. */
async function ofOthersToo(
  path: string,
  id: string,
  { quiet }: Cast['ana'],
  recorder: Recorder,
): Promise<void> {
  const answer = await quiet.get<Page<{ id: string }>>(`${path}?limit=1000`);
  const results = answer.body.results.filter((item) => item.id === id);
  const body = { count: results.length, next: null, previous: null, results };
  recorder.record('GET', path, undefined, { ...answer, body });
}

async function keys(path: string, ana: Cast['ana'], recorder: Recorder): Promise<void> {
  const { api } = ana;
  const account = (await api.post<ServiceAccount>(path, { name: 'Help desk agent' })).body;
  await ofOthersToo(path, account.id, ana, recorder);
  const ofAccount = `${path}${account.id}/api-keys/`;
  const wanted = { name: 'Production', expires_at: END };
  const key = (await api.post<NewApiKey>(ofAccount, wanted)).body;
  await api.get<{ results: ApiKey[] }>(ofAccount);
  await api.patch(`${ofAccount}${key.id}/`, { status: 'disabled' });
  await api.post(`${ofAccount}${key.id}/revoke/`);
}

type Some = Pick<Cast, 'path' | 'ana' | 'emailOf' | 'world'>;

async function invites({ path, ana, emailOf, world }: Some): Promise<void> {
  const email = emailOf('cleo');
  const wanted = { email, permissions: ['CAN_VIEW_DATA'], profile: 'contributor' };
  await ana.api.post<NewInvite>(`${path}invites/invite/`, wanted);
  const token = await world.mailedToken(email);
  await ana.api.as(undefined).post<Session>('/invites/accept/', { token, password: world.password });
  await ana.api.get(`${path}invites/?status=accepted`);
  const other = (await ana.api.post<NewInvite>(`${path}invites/invite/`, { email: emailOf('dan') })).body;
  await ana.api.delete(`${path}invites/${other.id}/`);
  await ana.api.post(`${path}users/remove-by-email/`, { email });
}

async function leaving({
  organization,
  path,
  ana,
  emailOf,
  world,
}: Some & { readonly organization: string }): Promise<void> {
  const email = emailOf('eva');
  const { password } = world;
  await ana.api.post(`${organization}users/`, { email, password });
  const member = (await ana.api.post<ProjectUser>(`${path}users/`, { email })).body;
  await ana.api.delete(`${path}users/${member.id}/`);
  const anybody = ana.api.as(undefined);
  await anybody.post('/auth/password-reset/', { email });
  const reset = { token: await world.mailedToken(email), password };
  const { body } = await anybody.post<Session>('/auth/password-reset/confirm/', reset);
  const eva = anybody.as(body.token);
  await eva.patch('/users/me/', { password: 'another long password', current_password: password });
  await eva.delete(`/users/me${organization}`);
  await eva.delete('/auth/token/');
}

/** A project that is deleted. */
export async function ending({ organizationId, ana }: Cast): Promise<void> {
  const wanted = { name: 'Trial', organization_id: organizationId };
  const { id, name } = (await ana.api.post<Project>('/projects/', wanted)).body;
  await ana.api.send('DELETE', `/projects/${id}/`, { name });
}
