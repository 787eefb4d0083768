import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Seeded } from './seed.ts';
import type { Timing } from './timing.ts';

const PASSWORD = 'bench-password';
/** The pause between two events, so that nothing else is under way. Milliseconds. */
const PAUSE_MS = 50;

type Answer = Readonly<Record<string, unknown>>;

/** Measures the time from the response to a publish until its notification arrives on the stream. */
export async function measureEvents(baseUrl: string, seeded: Seeded, rounds: number): Promise<Timing> {
  const project = `${baseUrl}/projects/${seeded.projectIds[0]}`;
  const readerToken = await aReader(baseUrl, project, seeded.token);
  const stream = await fetch(`${project}/notifications/stream/`, { headers: bearer(readerToken) });
  const events = Readable.from(stream.body ?? []);
  await once(events, 'data');
  const times: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const notified = once(events, 'data');
    const version = 2 - (round % 2);
    await post(`${project}/artifacts/${seeded.slugs[0]}/versions/${version}/publish/`, seeded.token);
    const answered = performance.now();
    await notified;
    if (round > 0) times.push(performance.now() - answered);
    await sleep(PAUSE_MS);
  }
  events.destroy();
  return { name: 'events: from the answer to the reader’s stream', times };
}

/** Adds a member to a project, who reads; returns their token. */
export async function aReader(
  baseUrl: string,
  project: string,
  token: string,
  email = 'reader@bench.test',
): Promise<string> {
  const me = await get(`${baseUrl}/users/me/`, token);
  const [organization] = me['organizations'] as Answer[];
  await post(`${baseUrl}/organizations/${String(organization?.['id'])}/users/`, token, {
    email,
    password: PASSWORD,
  });
  await post(`${project}/users/`, token, { email });
  const session = await post(`${baseUrl}/auth/token/`, token, { email, password: PASSWORD });
  return String(session['token']);
}

function get(url: string, token: string): Promise<Answer> {
  return answerOf(fetch(url, { headers: bearer(token) }), url);
}

/** @throws Error for a response that is not a success. */
export function post(url: string, token: string, body: object = {}): Promise<Answer> {
  const headers = { ...bearer(token), 'content-type': 'application/json' };
  return answerOf(fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }), url);
}

async function answerOf(response: Promise<Response>, url: string): Promise<Answer> {
  const answer = await response;
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} was answered with ${answer.status} ${text}.`);
  return JSON.parse(text) as Answer;
}

/** The header of a request with a token. */
export function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}
