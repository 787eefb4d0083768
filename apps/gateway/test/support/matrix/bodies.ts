import { randomUUID } from 'node:crypto';
import type { Field, InterviewDraft } from '@pks/contracts';
import { type Route, bodyFieldsOf, placesOf } from '../../../src/routes/route.ts';
import { formOf } from '../forms.ts';
import { stopToken } from '../stop-token.ts';
import type { World } from '../world.ts';
import { type Grounds, type PlaceName, otherThan } from './grounds.ts';

interface Making {
  readonly world: World;
  readonly grounds: Grounds;
  readonly place: PlaceName;
  /** The path of the request. */
  readonly path: string;
}

type Body = Readonly<Record<string, unknown>>;

/** The name of the organization that other tests expect. */
const ORGANIZATION = 'Everybody';

/** Fields that must name something existing, or something new, by call. */
const NAMED: Readonly<Record<string, (making: Making) => Body | Promise<Body>>> = {
  'identity.sessions.log-in': async ({ world }) => {
    knownPerson ??= world.person().then(({ email }) => email);
    return { email: await knownPerson, password: world.password };
  },
  'identity.invites.invite': () => ({ email: `${randomUUID()}@e2e.test` }),
  'identity.invites.accept': async ({ world, grounds }) => {
    const { email } = await world.invite(grounds.projectId('own'));
    return { token: await world.mailedToken(email), password: world.password };
  },
  'identity.password-resets.request': () => ({ email: `${randomUUID()}@e2e.test` }),
  'identity.password-resets.confirm': async ({ world }) => {
    const { email } = await world.person();
    await world.anybody.post('/auth/password-reset/', { email });
    return { token: await world.mailedToken(email), password: world.password };
  },
  'identity.organizations.update': () => ({ name: ORGANIZATION }),
  'identity.users.change-password': ({ world: { password } }) => ({ password, current_password: password }),
  'identity.users.add-to-organization': () => ({ email: `${randomUUID()}@e2e.test` }),
  'interviews.assignment.assign': async ({ grounds, place }) => ({
    assignee_ids: [(await grounds.member(place)).user.id],
  }),
  'interviews.test-runs.jump': async ({ world, path }) => {
    const [draft = ''] = /^.*\/interview-drafts\/[^/]+\//.exec(path) ?? [];
    const { body } = await world.founder.get<Partial<InterviewDraft>>(draft);
    return { topic_id: body.topics?.[1]?.id ?? randomUUID() };
  },
  'agents.tools.import': async ({ grounds, place }) => ({ tool_id: await grounds.toolId(otherThan(place)) }),
  'agents.tool-runs.run': () => ({ query: 'How is a plan made?' }),
  'identity.projects.create': ({ grounds }) => ({ organization_id: grounds.organizationId('own') }),
  'identity.project-users.add': async ({ grounds }) => ({ user_id: (await grounds.user()).id }),
  'identity.project-users.remove-by-email': async ({ grounds, place }) => ({
    email: (await grounds.member(place)).user.email,
  }),
};

let knownPerson: Promise<string> | undefined;

/** A valid body for a route, from its declared fields; undefined if it accepts none. @throws Error for a field without an example. */
export async function bodyFor(route: Route, making: Making): Promise<Body | FormData | undefined> {
  if (route.upload) return formOf([{ name: 'plan.txt', content: 'The plan.' }]);
  const body = bodyFieldsOf(route);
  const named = (await NAMED[route.rpc.subject]?.(making)) ?? {};
  if (body.length === 0 && Object.keys(named).length === 0) return undefined;
  const others = body.filter((field) => !(field.name in named) && isGiven(field));
  return { ...named, ...Object.fromEntries(others.map((field) => [field.name, exampleOf(route, field)])) };
}

/** Queries that have to fit the place which their path names, by call. */
const FITTING: Readonly<Record<string, (path: string) => Body>> = {
  'interviews.reminders.stop-by-token': (path) => {
    const [, project = '', interview = ''] = /projects\/([^/]+)\/interviews\/([^/]+)/.exec(path) ?? [];
    return { token: stopToken(project, interview) };
  },
};

/** The query that a route requires, from its declared fields; "" if it needs none. It fits the path, if one is given. */
export function queryFor(route: Route, path?: string): string {
  const fitting: Body = path === undefined ? {} : (FITTING[route.rpc.subject]?.(path) ?? {});
  const needed = placesOf(route).query.filter(({ required }) => required);
  const given = needed.map(
    (field) =>
      [field.name, String(fitting[field.name] ?? exampleOf(route, field))] satisfies [string, string],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}

/** Whether a field is required, or declared with an example. */
function isGiven(field: Field): boolean {
  return field.required || field.schema.examples !== undefined;
}

function exampleOf(route: Route, { name, schema }: Field): unknown {
  const [example] = schema.examples ?? [];
  if (example !== undefined) return example;
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer') return schema.minimum ?? 1;
  const isText = schema.type === 'string' && schema.format === undefined && schema.pattern === undefined;
  if (isText) return `Example ${randomUUID()}`.slice(0, schema.maxLength);
  throw new Error(`The matrix has no example of the field ${name} of ${route.rpc.subject}.`);
}
