import { randomUUID } from 'node:crypto';
import type {
  ArtifactDetail,
  ArtifactVersion,
  Me,
  OrganizationUser,
  Permission,
  Profile,
  ProjectUser,
} from '@pks/contracts';
import type { ApiClient } from '@pks/testing';
import type { Person, World } from '../world.ts';

/** One of two places that have nothing to do with each other. */
export type PlaceName = 'own' | 'foreign';

/** A project in which the matrix acts, and the organization around it. */
interface Place {
  readonly projectId: string;
  readonly organizationId: string;
}

/** Two projects of one organization, another organization, and whatever is made in them. */
export class Grounds {
  private constructor(
    private readonly world: World,
    private readonly places: Readonly<Record<PlaceName, Place>>,
  ) {}

  static async prepare(world: World): Promise<Grounds> {
    const [own, foreign, { body: stranger }] = await Promise.all([
      world.project(),
      world.project(),
      world.stranger.get<Me>('/users/me/'),
    ]);
    const elsewhere = stranger.organizations[0]?.id ?? '';
    return new Grounds(world, {
      own: { projectId: own.id, organizationId: own.organization_id },
      foreign: { projectId: foreign.id, organizationId: elsewhere },
    });
  }

  projectId(place: PlaceName): string {
    return this.places[place].projectId;
  }

  organizationId(place: PlaceName): string {
    return this.places[place].organizationId;
  }

  /** An artifact with two versions. */
  async artifact(place: PlaceName): Promise<ArtifactDetail> {
    const projectId = this.projectId(place);
    const artifact = await this.world.artifact(projectId);
    const versions = `/projects/${projectId}/artifacts/${artifact.slug}/versions/`;
    await this.world.founder.post<ArtifactVersion>(versions, { payload: 'Second' });
    return artifact;
  }

  /** A user of the organization who cannot log in. */
  async user(): Promise<OrganizationUser> {
    const users = `/organizations/${this.organizationId('own')}/users/`;
    const email = `${randomUUID()}@e2e.test`;
    return (await this.world.founder.post<OrganizationUser>(users, { email })).body;
  }

  async member(place: PlaceName): Promise<ProjectUser> {
    const { id } = await this.user();
    return this.add(place, { user_id: id });
  }

  async join(
    place: PlaceName,
    { id }: Person,
    permissions: readonly Permission[],
    profile: Profile,
  ): Promise<void> {
    await this.add(place, { user_id: id, permissions, profile });
  }

  /** Somebody who administers the other organization, with a token that may be spent. */
  async anotherStranger(): Promise<ApiClient> {
    const request = { email: `${randomUUID()}@e2e.test`, password: this.world.password, role: 'admin' };
    await this.world.stranger.post(`/organizations/${this.organizationId('foreign')}/users/`, request);
    return this.world.anybody.as(await this.world.logIn(request.email));
  }

  private async add(place: PlaceName, request: object): Promise<ProjectUser> {
    const users = `/projects/${this.projectId(place)}/users/`;
    return (await this.world.founder.post<ProjectUser>(users, request)).body;
  }
}
