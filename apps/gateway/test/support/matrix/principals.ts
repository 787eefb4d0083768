import {
  API_KEY_PREFIX,
  type KeyRefusal,
  type OrganizationRole,
  type Permission,
  type Profile,
  USER_TOKEN_PREFIX,
  makeSecret,
} from '@pks/contracts';
import type { ApiClient } from '@pks/testing/black-box';
import type { Person, World } from '../world.ts';
import { ActingClient } from './acting-client.ts';
import type { Grounds, PlaceName } from './grounds.ts';
import type { OAuthTokens, TokenKind } from './oauth-tokens.ts';

/** The kind of a credential, before any permission is checked. */
export type PresentedCredential = 'none' | 'worthless' | 'api_key' | 'user';

/** A caller, and everything that decides what they may do. */
export interface Principal {
  readonly name: string;
  readonly credential: PresentedCredential;
  /** The projects of which they are a member, with their permissions. */
  readonly projects: Partial<Record<PlaceName, readonly Permission[]>>;
  readonly organizations: Partial<Record<PlaceName, OrganizationRole>>;
  readonly client: ApiClient;
  /** Whose notifications and objects their requests are about: their own, or those of the user they act as. */
  readonly reader: ApiClient;
  /** Whether they ask to act as an admin in every request. */
  readonly acts: boolean;
  /** Whether interviews can be assigned to them where they are a member. */
  readonly isInterviewable: boolean;
  /** Whether logging out leaves their credential valid: it is a key, or another issuer's. */
  readonly lasting: boolean;
  /** The sentence with which an API key is refused, if it is. */
  readonly refusal: KeyRefusal | undefined;
  /** A client with a token that the test may revoke. */
  fresh(): Promise<ApiClient>;
  /** Another caller of this kind, whose account the test may change. */
  another(): Promise<ApiClient>;
}

interface Described {
  readonly credential: PresentedCredential;
  readonly projects?: Principal['projects'];
  readonly organizations?: Principal['organizations'];
  readonly profile?: Profile;
  readonly refusal?: KeyRefusal;
  /** A service account, with a key of its own. */
  readonly account?: true;
  /** With the token of another issuer, whose claims name a project admin if it must not be accepted. */
  readonly oauth?: TokenKind;
  /** Sends a header that names a project admin. */
  readonly acts?: true;
  /** They administer the project, but the organization deactivated them. */
  readonly deactivated?: true;
}

const USER = { credential: 'user', organizations: { own: 'member' } } as const;

/** Every kind of principal. */
export const PRINCIPALS = {
  nobody: { credential: 'none' },
  'a token of no known form': { credential: 'worthless' },
  'a mistyped token': { credential: 'worthless' },
  'a token that was never issued': { credential: 'worthless' },
  'an unknown API key': { credential: 'api_key', refusal: 'Invalid API key.' },
  'a mistyped API key': { credential: 'api_key', refusal: 'Invalid API key.' },
  'a revoked API key': { credential: 'api_key', refusal: 'API key revoked.', account: true },
  'an expired API key': { credential: 'api_key', refusal: 'API key expired.', account: true },
  'a disabled API key': { credential: 'api_key', refusal: 'API key disabled.', account: true },
  'a service account that is no member of the project': { ...USER, account: true },
  'a service account that may view': { ...USER, projects: { own: ['CAN_VIEW_DATA'] }, account: true },
  'a service account that administers the project': {
    ...USER,
    projects: { own: ['CAN_PERFORM_ADMIN_ACTIONS'] },
    account: true,
  },
  'a user whom the organization deactivated': { credential: 'user', deactivated: true },
  'a user who is no member of the project': USER,
  'a member who may not view': { ...USER, projects: { own: [] } },
  'a member who may impersonate only': { ...USER, projects: { own: ['CAN_IMPERSONATE_OTHER_USERS'] } },
  'a viewer': { ...USER, projects: { own: ['CAN_VIEW_DATA'] } },
  'a viewer of the profile user': { ...USER, projects: { own: ['CAN_VIEW_DATA'] }, profile: 'user' },
  'a viewer of the profile tech': { ...USER, projects: { own: ['CAN_VIEW_DATA'] }, profile: 'tech' },
  'a project admin': { ...USER, projects: { own: ['CAN_VIEW_DATA', 'CAN_PERFORM_ADMIN_ACTIONS'] } },
  'a project admin by that permission alone': { ...USER, projects: { own: ['CAN_PERFORM_ADMIN_ACTIONS'] } },
  'an admin of another project': { ...USER, projects: { foreign: ['CAN_PERFORM_ADMIN_ACTIONS'] } },
  'a viewer by an OAuth access token': { ...USER, projects: { own: ['CAN_VIEW_DATA'] }, oauth: 'good' },
  'an admin by an expired OAuth access token': { credential: 'worthless', oauth: 'expired' },
  'an admin by an OAuth access token for another audience': {
    credential: 'worthless',
    oauth: 'for another audience',
  },
  'a member who acts as an admin': {
    ...USER,
    projects: { own: ['CAN_VIEW_DATA', 'CAN_IMPERSONATE_OTHER_USERS'] },
    acts: true,
  },
  'a viewer who would act as an admin': { ...USER, projects: { own: ['CAN_VIEW_DATA'] }, acts: true },
  'an organization admin who is no member': { credential: 'user', organizations: { own: 'admin' } },
  'an admin of another organization': { credential: 'user', organizations: { foreign: 'admin' } },
} as const satisfies Record<string, Described>;

export type PrincipalName = keyof typeof PRINCIPALS;

/** Where principals are created. */
export interface Making {
  readonly world: World;
  readonly grounds: Grounds;
  readonly tokens: OAuthTokens;
}

type Clients = Pick<Principal, 'client' | 'fresh'> & Partial<Pick<Principal, 'reader'>>;

/** Creates the principal, with their memberships, on the grounds. */
export async function principalOf(name: PrincipalName, making: Making): Promise<Principal> {
  const described: Described = PRINCIPALS[name];
  const { credential, projects = {}, organizations = {}, refusal } = described;
  const clients = await clientsOf(name, described, making);
  return {
    ...{ name, credential, projects, organizations, refusal },
    acts: described.acts ?? false,
    isInterviewable: described.account === undefined && described.profile !== 'user',
    lasting: described.account === true || described.oauth !== undefined,
    reader: clients.client,
    another: () => anotherOf(name, described, making),
    ...clients,
  };
}

async function anotherOf(name: PrincipalName, described: Described, making: Making): Promise<ApiClient> {
  if (described.organizations?.foreign !== undefined) return making.grounds.anotherStranger();
  return (await clientsOf(name, described, making)).client;
}

async function clientsOf(name: PrincipalName, described: Described, making: Making): Promise<Clients> {
  const { world, grounds, tokens } = making;
  const { credential, organizations = {}, oauth } = described;
  if (described.account) return accountOf(described, world, grounds);
  if (oauth !== undefined) {
    const { email } = await personOf(credential === 'user' ? described : ADMIN, making);
    return lasting((await tokens.client(oauth, email)).client);
  }
  if (credential !== 'user') return lasting(world.anybody.as(presented(name)));
  if (organizations.foreign !== undefined)
    return { client: world.stranger, fresh: () => grounds.anotherStranger() };
  const person = await personOf(described, making);
  if (described.deactivated) await deactivate(person, making);
  if (described.acts) return actingAs(await personOf(ADMIN, making), person, world);
  return { client: person.api, fresh: async () => world.anybody.as(await world.logIn(person.email)) };
}

const ADMIN: Described = { ...USER, projects: { own: ['CAN_PERFORM_ADMIN_ACTIONS'] } };

function lasting(client: ApiClient): Clients {
  return { client, fresh: () => Promise.resolve(client) };
}

/** Sends the e-mail of the admin with every request. */
function actingAs(admin: Person, { email, token }: Person, world: World): Clients {
  const client = new ActingClient(world.baseUrl, token, admin.email);
  return { client, reader: admin.api, fresh: async () => client.as(await world.logIn(email)) };
}

async function personOf(described: Described, { world, grounds }: Making): Promise<Person> {
  const person = await world.person(described.organizations?.own);
  for (const [place, permissions] of Object.entries(described.projects ?? {})) {
    await grounds.join(place as PlaceName, person, permissions, described.profile ?? 'contributor');
  }
  return person;
}

function presented(name: PrincipalName): string | undefined {
  const token = makeSecret(USER_TOKEN_PREFIX);
  if (name === 'nobody') return undefined;
  if (name === 'an unknown API key') return makeSecret(API_KEY_PREFIX);
  if (name === 'a mistyped API key') return mistyped(makeSecret(API_KEY_PREFIX));
  if (name === 'a mistyped token') return mistyped(token);
  return name === 'a token of no known form' ? 'garbage' : token;
}

function mistyped(secret: string): string {
  return secret.slice(0, -1) + (secret.endsWith('0') ? '1' : '0');
}

async function deactivate(person: Person, { world, grounds }: Making): Promise<void> {
  await grounds.join('own', person, ['CAN_PERFORM_ADMIN_ACTIONS'], 'contributor');
  const users = `/organizations/${grounds.organizationId('own')}/users/`;
  await world.founder.patch(`${users}${person.id}/`, { is_active: false });
}

/** A service account with its memberships; its key is refused if so described. */
async function accountOf(
  { refusal, projects = {} }: Described,
  world: World,
  grounds: Grounds,
): Promise<Pick<Principal, 'client' | 'fresh'>> {
  const account = await grounds.serviceAccount('own');
  const ended = refusal === 'API key expired.' ? { expires_at: '2020-01-01T00:00:00Z' } : {};
  const { id, key } = await grounds.apiKey('own', account.id, ended);
  const path = grounds.keyPath(account.id, id);
  if (refusal === 'API key revoked.') await world.founder.post(`${path}revoke/`);
  if (refusal === 'API key disabled.') await world.founder.patch(path, { status: 'disabled' });
  for (const [place, permissions] of Object.entries(projects)) {
    await grounds.join(place as PlaceName, account, permissions, 'contributor');
  }
  const client = world.anybody.as(key);
  return { client, fresh: async () => world.anybody.as((await grounds.apiKey('own', account.id)).key) };
}
