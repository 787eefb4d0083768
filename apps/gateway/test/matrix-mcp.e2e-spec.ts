import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { artifacts } from '@pks/contracts';
import { artifactUri } from '../src/mcp/artifact-uri.ts';
import { type McpTool, routeOf } from '../src/mcp/tool.ts';
import { TOOLS } from '../src/mcp/tools.ts';
import { bodyFor, queryFor } from './support/matrix/bodies.ts';
import {
  type Verdict,
  argumentsOf,
  isListed,
  resourceVerdict,
  toolVerdict,
  valuesIn,
} from './support/matrix/mcp-verdicts.ts';
import { Matrix, NAMES } from './support/matrix/matrix.ts';
import type { Principal } from './support/matrix/principals.ts';
import { type Target, placeOf, targetsOf } from './support/matrix/targets.ts';
import { statusFor } from './support/matrix/verdict.ts';
import { World } from './support/world.ts';

const READ_ARTIFACT = routeOf(artifacts.calls.get);

const world = new World();
let matrix: Matrix;

beforeAll(async () => {
  matrix = await Matrix.prepare(world);
});

afterAll(() => matrix?.close());

/** How a valid request to a target of a tool's route ends, and how the equivalent call of the tool does. */
async function both(tool: McpTool, { client }: Principal, target: Target): Promise<[Verdict, Verdict]> {
  const { route } = tool;
  const path = await matrix.addresses.pathTo(route, target, false);
  const body = await bodyFor(route, {
    world,
    grounds: matrix.grounds,
    place: placeOf(target) ?? 'own',
    path,
  });
  const answer = await client.send(route.method, path + queryFor(route), body);
  const error = answer.status < 400 ? {} : { error: answer.text };
  return [
    { status: answer.status, ...error },
    await toolVerdict(client, tool, argumentsOf(tool, path, body instanceof FormData ? {} : (body ?? {}))),
  ];
}

function malformedIn(target: Target): string | undefined {
  return Object.entries(target).find(([, kind]) => kind === 'malformed')?.[0];
}

/** A malformed path leads nowhere; a malformed argument is reported as such. */
function asArgument(verdict: Verdict, target: Target): Verdict {
  const name = malformedIn(target);
  if (name === undefined || verdict.status !== 404) return verdict;
  return { status: 400, error: expect.stringContaining(`"${name}"`) as unknown as string };
}

describe.each([...TOOLS])('%s', (_name, tool) => {
  it.each(NAMES)('answers %s as its route does, whatever the arguments name', async (name) => {
    const principal = matrix.principal(name);
    const targets = targetsOf(tool.route);
    const verdicts = await Promise.all(targets.map((target) => both(tool, principal, target)));
    const foretold = targets.map((target) => statusFor(tool.route, principal, target));
    expect(verdicts.map(([answer]) => answer.status)).toEqual(foretold);
    const expected = verdicts.map(([answer], at) => [targets[at], asArgument(answer, targets[at]!)]);
    expect(verdicts.map(([, told], at) => [targets[at], told])).toEqual(expected);
  });
});

describe('a resource', () => {
  let published: string;

  beforeAll(async () => {
    const [own] = targetsOf(READ_ARTIFACT);
    published = await matrix.addresses.pathTo(READ_ARTIFACT, own!, false);
    await world.founder.post(`${published}publish-head/`);
  });

  it.each(NAMES)('is read by %s as the artifact is, whatever its address names', async (name) => {
    const { client } = matrix.principal(name);
    for (const target of targetsOf(READ_ARTIFACT)) {
      const path = await matrix.addresses.pathTo(READ_ARTIFACT, target, false);
      const { status, text } = await client.get(`${path}?version=published`);
      const { project_id = '', slug = '' } = valuesIn(READ_ARTIFACT, path);
      const verdict = await resourceVerdict(client, artifactUri({ project_id, slug }));
      const expected = status === 403 || status === 401 ? { status, error: text } : { status };
      expect([target, verdict]).toEqual([target, expected]);
    }
  });

  it.each(NAMES)('is listed for %s if the list of artifacts has it', async (name) => {
    const { client, credential } = matrix.principal(name);
    const { project_id = '', slug = '' } = valuesIn(READ_ARTIFACT, published);
    const { status } = await client.get(`/projects/${project_id}/artifacts/`);
    const listed = await isListed(client, artifactUri({ project_id, slug }));
    expect(listed).toBe(credential === 'user' ? status === 200 : undefined);
  });
});
