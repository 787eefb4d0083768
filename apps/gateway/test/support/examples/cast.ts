import { randomUUID } from 'node:crypto';
import type { Me, OrganizationUser, Project, ProjectUser, Session } from '@pks/contracts';
import type { CheckedClient } from '../checked-client.ts';
import { World } from '../world.ts';
import { Disguise } from './disguise.ts';
import { Recorder, type RecordingClient } from './recorder.ts';

const PASSWORD = 'a password for tests';

/** Somebody in the story. */
export interface Character {
  readonly id: string;
  readonly email: string;
  readonly api: RecordingClient;
  /** The same client, unrecorded: for requests that are repeated until something has happened. */
  readonly quiet: CheckedClient;
  /** Their membership in the project of the story. */
  readonly projectUserId: string;
}

/** The people and the places of the examples. */
export interface Cast {
  readonly world: World;
  readonly recorder: Recorder;
  readonly organizationId: string;
  readonly projectId: string;
  /** The path of the project. */
  readonly path: string;
  readonly ana: Character;
  readonly ben: Character;
  /** Somebody's e-mail, which is unique to this run. */
  emailOf(name: string): string;
}

/** An organization with a project, its admin Ana and its contributor Ben. */
export async function gather(): Promise<Cast> {
  const world = new World();
  const run = randomUUID().slice(0, 8);
  const emailOf = (name: string): string => `${name}-${run}@meadow.example`;
  const me = (await world.founder.get<Me>('/users/me/')).body;
  const [organization] = me.organizations;
  const organizationId = organization?.id ?? '';
  const names = new Map([
    [`-${run}@`, '@'],
    [me.email, 'ana@meadow.example'],
    [organization?.name ?? '', 'Meadow Insurance'],
    [world.baseUrl, 'https://knowledge.example/api/v1'],
    [world.password, 'correct horse battery staple'],
  ]);
  const recorder = new Recorder(new Disguise(names));
  const founder = recorder.client(world.baseUrl, world.founderToken);
  const anybody = founder.as(undefined);

  const person = async (
    name: string,
    role: 'admin' | 'member',
  ): Promise<Omit<Character, 'projectUserId'>> => {
    const email = emailOf(name);
    const users = `/organizations/${organizationId}/users/`;
    const { body } = await founder.post<OrganizationUser>(users, { email, password: PASSWORD, role });
    const session = await anybody.post<Session>('/auth/token/', { email, password: PASSWORD });
    const { token } = session.body;
    return { id: body.id, email, api: founder.as(token), quiet: world.founder.as(token) };
  };

  const ana = await person('ana', 'admin');
  const wanted = {
    name: 'Refunds',
    organization_id: organizationId,
    artifact_publish_mode: 'manual_publish',
  };
  const project = (await ana.api.post<Project>('/projects/', wanted)).body;
  const path = `/projects/${project.id}/`;
  const members = (await ana.api.get<{ results: ProjectUser[] }>(`${path}users/`)).body.results;
  const ben = await person('ben', 'member');
  const joined = await ana.api.post<ProjectUser>(`${path}users/`, {
    email: ben.email,
    permissions: ['CAN_VIEW_DATA'],
    profile: 'contributor',
  });
  return {
    ...{ world, recorder, organizationId, path, emailOf },
    projectId: project.id,
    ana: { ...ana, projectUserId: members[0]?.id ?? '' },
    ben: { ...ben, projectUserId: joined.body.id },
  };
}
