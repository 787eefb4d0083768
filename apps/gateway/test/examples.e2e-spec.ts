import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { format } from 'prettier';
import { ALL_ROUTES } from '../src/routes/index.ts';
import { operationIdOf } from '../src/routes/operation-id.ts';
import { placesOf } from '../src/routes/route.ts';
import { gather } from './support/examples/cast.ts';
import { feedback, inbox } from './support/examples/feedback.ts';
import { drafts, interviews } from './support/examples/interviews.ts';
import { artifacts, documents } from './support/examples/knowledge.ts';
import { ending, people } from './support/examples/people.ts';
import type { Example } from './support/examples/recorder.ts';
import { tools } from './support/examples/tools.ts';

const FILE = join(import.meta.dirname, '../src/openapi/examples.json');
/** How many notifications Ben gets: two versions and one closed signal, twice, and the interview. */
const OF_BEN = 5;
const TEN_YEARS_MS = 10 * 365 * 86_400_000;

let recorded: Record<string, Example>;

/** Plays the story of the examples. `UPDATE_EXAMPLES=1` stores them instead of comparing them. */
beforeAll(async () => {
  const cast = await gather();
  await people(cast);
  const { slug } = await artifacts(cast);
  await documents(cast);
  await feedback(cast);
  await drafts(cast);
  await interviews(cast, slug);
  await tools(cast);
  await inbox(cast, OF_BEN);
  await ending(cast);
  recorded = cast.recorder.all();
  if (process.env['UPDATE_EXAMPLES'])
    await writeFile(FILE, await format(JSON.stringify(recorded), { parser: 'json', printWidth: 110 }));
});

describe('the examples of the OpenAPI document', () => {
  it('are what is sent and received', async () => {
    expect(recorded).toEqual(JSON.parse(await readFile(FILE, 'utf8')));
  });

  it('end after they begin', () => {
    const ends: [created: string, expires: string][] = [];
    JSON.stringify(recorded, (_key, value: unknown) => {
      const { created_at: created, expires_at: expires } = Object(value) as Record<string, unknown>;
      if (typeof created === 'string' && typeof expires === 'string') ends.push([created, expires]);
      return value;
    });
    expect(ends.length).toBeGreaterThan(0);
    expect(ends.filter(([created, expires]) => expires <= created)).toEqual([]);
  });

  it('ask for nothing at a time that readers see pass', async () => {
    const requests = Object.values(recorded).map(({ request }) => request);
    const times = JSON.stringify(requests).match(/(?<=")\d{4}-\d\d-\d\dT[^"]*/g) ?? [];
    expect(times.filter((time) => Date.parse(time) < Date.now() + TEN_YEARS_MS)).toEqual([]);
  });

  it('cover every body and every response', () => {
    const missing = ALL_ROUTES.flatMap((route) => {
      const { request, response } = recorded[operationIdOf(route)] ?? {};
      const wantsRequest = placesOf(route).body.length > 0 && request === undefined;
      const answersJson = route.rpc.result.kind !== 'nothing' && !route.stream && !route.file;
      return wantsRequest || (answersJson && response === undefined) ? [operationIdOf(route)] : [];
    });
    expect(missing).toEqual([]);
  });
});
