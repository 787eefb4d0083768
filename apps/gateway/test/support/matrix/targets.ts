import { randomUUID } from 'node:crypto';
import type { ApiClient } from '@pks/testing/black-box';
import type { Route } from '../../../src/routes/route.ts';
import { type Grounds, type PlaceName, otherThan } from './grounds.ts';

/** What a parameter of a path names. */
export type TargetKind = 'own' | 'foreign' | 'missing' | 'malformed';

/** What each parameter of a path names: one of them may name anything, the others name the caller's own objects. */
export type Target = Readonly<Record<string, TargetKind>>;

/** Parameters that name the place in which a route acts, not an object in it. */
export const PLACES: readonly string[] = ['project_id', 'organization_id'];

/** Parameters that name an object of one user. */
const OF_ONE_USER: readonly string[] = ['conversation_id', 'interview_id', 'notification_id', 'signal_id'];

/** The values of the parameters before it in the path. */
type Named = Readonly<Record<string, string>>;

/** The owner of objects that belong to one user, if the place has such objects. */
export interface Reader {
  readonly name: string;
  readonly client: ApiClient;
  /** The principal themselves, even when they act as another user. */
  readonly self: ApiClient;
}

type Value = (
  grounds: Grounds,
  place: PlaceName,
  named: Named,
  reader: Reader | undefined,
) => string | Promise<string>;

/** Values of a parameter. A `foreign` object exists, but not in this place. */
type Examples = Readonly<Record<TargetKind, Value>>;

const NO_UUID = { missing: () => randomUUID(), malformed: () => 'x' };

/** Values of every path parameter; the matrix fails for a parameter without values. */
const PARAMETERS: Readonly<Record<string, Examples>> = {
  project_id: {
    own: (grounds) => grounds.projectId('own'),
    foreign: (grounds) => grounds.projectId('foreign'),
    ...NO_UUID,
  },
  organization_id: {
    own: (grounds) => grounds.organizationId('own'),
    foreign: (grounds) => grounds.organizationId('foreign'),
    ...NO_UUID,
  },
  project_user_id: {
    own: async (grounds, place) => (await grounds.member(place)).id,
    foreign: async (grounds, place) => (await grounds.member(otherThan(place))).id,
    ...NO_UUID,
  },
  invite_id: {
    own: (grounds, place) => grounds.inviteId(place),
    foreign: (grounds, place) => grounds.inviteId(otherThan(place)),
    ...NO_UUID,
  },
  slug: {
    own: async (grounds, place) => (await grounds.artifact(place)).slug,
    foreign: async (grounds, place) => (await grounds.artifact(otherThan(place))).slug,
    missing: () => `no-such-artifact-${randomUUID()}`,
    malformed: () => 'x'.repeat(256),
  },
  user_id: {
    own: async (grounds, place) => (await grounds.userOf(place)).id,
    foreign: async (grounds, place) => (await grounds.userOf(otherThan(place))).id,
    ...NO_UUID,
  },
  service_account_id: {
    own: async (grounds, place) => (await grounds.serviceAccount(place)).id,
    foreign: async (grounds, place) => (await grounds.serviceAccount(otherThan(place))).id,
    ...NO_UUID,
  },
  key_id: {
    own: async (grounds, place, named) => (await grounds.apiKey(place, named['service_account_id'])).id,
    foreign: async (grounds, place) => (await grounds.apiKey(place)).id,
    ...NO_UUID,
  },
  notification_id: {
    own: (grounds, place, _named, reader) => grounds.notificationId(place, reader?.client),
    foreign: (grounds, place) => grounds.notificationOfAnother(place),
    ...NO_UUID,
  },
  signal_id: {
    own: (grounds, place, _named, reader) => grounds.signalId(place, reader?.self),
    foreign: (grounds, place) => grounds.signalId(otherThan(place)),
    ...NO_UUID,
  },
  interview_id: {
    own: async (grounds, place, _named, reader) => (await grounds.interview(place, reader?.self)).id,
    foreign: async (grounds, place) => (await grounds.interview(otherThan(place))).id,
    ...NO_UUID,
  },
  conversation_id: {
    own: (grounds, place, _named, reader) => grounds.conversationId(place, reader?.self),
    foreign: (grounds, place) => grounds.conversationId(otherThan(place)),
    ...NO_UUID,
  },
  campaign_id: {
    own: async (grounds, place) => (await grounds.interview(place)).campaignId,
    foreign: async (grounds, place) => (await grounds.interview(otherThan(place))).campaignId,
    ...NO_UUID,
  },
  document_id: {
    own: (grounds, place) => grounds.documentId(place),
    foreign: (grounds, place) => grounds.documentId(otherThan(place)),
    ...NO_UUID,
  },
  draft_id: {
    own: (grounds, place) => grounds.draftId(place),
    foreign: (grounds, place) => grounds.draftId(otherThan(place)),
    ...NO_UUID,
  },
  test_run_id: {
    own: (grounds, place, named) => grounds.testRunId(place, named['draft_id']),
    foreign: (grounds, place) => grounds.testRunId(otherThan(place)),
    ...NO_UUID,
  },
  tool_id: {
    own: (grounds, place) => grounds.toolId(place),
    foreign: (grounds, place) => grounds.toolId(otherThan(place)),
    ...NO_UUID,
  },
  version_number: { own: () => '2', foreign: () => '3', missing: () => '999999', malformed: () => 'x' },
};

/** All targets of a route: the caller's own objects, and then each parameter in turn naming something else. */
export function targetsOf(route: Route): Target[] {
  const names = parametersOf(route);
  const own = Object.fromEntries(names.map((name) => [name, 'own' as const]));
  const kinds = ['foreign', 'missing', 'malformed'] as const;
  return [own, ...names.flatMap((name) => kinds.map((kind) => ({ ...own, [name]: kind })))];
}

/** The place that a target names, if it exists. */
export function placeOf(target: Target): PlaceName | undefined {
  const kind = PLACES.map((name) => target[name]).find((named) => named !== undefined);
  return kind === 'foreign' || kind === 'own' ? kind : undefined;
}

/** Creates what targets name. Objects that are only read are created once. */
export class Addresses {
  private readonly made = new Map<string, Promise<string>>();

  constructor(private readonly grounds: Grounds) {}

  /** The path of a route to a target; to a new object if the request will change it. */
  async pathTo(route: Route, target: Target, changes: boolean, reader?: Reader): Promise<string> {
    const place = placeOf(target) ?? 'own';
    const named: Record<string, string> = {};
    for (const [name, kind] of Object.entries(target)) {
      const make = (): Promise<string> => this.make(name, kind, place, { named: { ...named }, reader });
      const whose = OF_ONE_USER.includes(name) ? `${name} of ${reader?.name}` : name;
      named[name] = changes ? await make() : await this.once(`${whose} ${kind} ${place}`, named, make);
    }
    return route.path.replace(/\{(\w+)\}/g, (_all, name: string) => named[name] ?? '');
  }

  private once(what: string, named: Named, make: () => Promise<string>): Promise<string> {
    const key = `${what} ${Object.values(named).join(' ')}`;
    const known = this.made.get(key) ?? make();
    this.made.set(key, known);
    return known;
  }

  private async make(
    name: string,
    kind: TargetKind,
    place: PlaceName,
    { named, reader }: { readonly named: Named; readonly reader: Reader | undefined },
  ): Promise<string> {
    const examples = PARAMETERS[name];
    if (!examples) throw new Error(`The matrix has no values of the parameter {${name}}.`);
    return examples[kind](this.grounds, place, named, reader);
  }
}

function parametersOf({ path }: Route): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
}
