import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ArtifactItem, Project, VersionHistoryRow } from '@pks/contracts';
import { World } from './support/world.ts';

interface Envelope<T> {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly T[];
}

const world = new World();

describe('a page', () => {
  let project: Project;
  let list: string;

  beforeAll(async () => {
    project = await world.project();
    list = `/projects/${project.id}/artifacts/`;
  });

  /** The page at an absolute address. */
  async function at(address: string): Promise<Envelope<ArtifactItem>> {
    return (await world.founder.get<Envelope<ArtifactItem>>(address.slice(world.baseUrl.length))).body;
  }

  function page(query: string) {
    return world.founder.get<Envelope<ArtifactItem>>(`${list}${query}`);
  }

  it('has at most 100 results by default, and no links when that is all', async () => {
    const { body } = await page('');
    expect(body).toMatchObject({ count: 7, next: null, previous: null });
    expect(body.results).toHaveLength(7);
  });

  it('is an envelope with exactly four fields, in this order', async () => {
    const { text } = await page('?limit=1');
    expect(text).toMatch(/^\{"count":7,"next":"[^"]+","previous":null,"results":\[\{.*\}\]\}$/);
  });

  it('leads from the first to the last by its links, with nothing missed or repeated, and back again', async () => {
    const whole = (await page('')).body.results.map(({ slug }) => slug);
    const forth: string[] = [];
    let last = '';
    for (let next: string | null = `${world.baseUrl}${list}?limit=3`; next !== null;) {
      last = next;
      const body = await at(next);
      forth.push(...body.results.map(({ slug }) => slug));
      next = body.next;
    }
    expect(forth).toEqual(whole);
    const back: string[][] = [];
    for (let previous: string | null = last; previous !== null;) {
      const body = await at(previous);
      back.unshift(body.results.map(({ slug }) => slug));
      previous = body.previous;
    }
    expect(back.flat()).toEqual(whole);
  });

  it('past the end is empty, with the count and a way back, however far it is', async () => {
    const artifacts = `/projects/${(await world.project()).id}/artifacts/`;
    await world.founder.post(artifacts, { title: 'Far', technical_type: 'markdown' });
    for (const rest of ['', 'far/versions/history/', 'far/publications/']) {
      const far = await world.founder.get<Envelope<unknown>>(`${artifacts}${rest}?limit=5&offset=3000000000`);
      expect([rest, far.status, far.body.results, far.body.next]).toEqual([rest, 200, [], null]);
      expect(far.body.count).toBeGreaterThan(0);
      expect(far.body.previous).not.toBeNull();
    }
  });

  it('links to absolute addresses that always have a limit, and an offset except for the first page', async () => {
    const address = world.baseUrl + list;
    expect((await page('?limit=2')).body).toMatchObject({
      next: `${address}?limit=2&offset=2`,
      previous: null,
    });
    expect((await page('?limit=2&offset=2')).body).toMatchObject({
      next: `${address}?limit=2&offset=4`,
      previous: `${address}?limit=2`,
    });
    expect((await page('?limit=2&offset=1')).body).toMatchObject({
      next: `${address}?limit=2&offset=3`,
      previous: `${address}?limit=2`,
    });
    expect((await page('?limit=5&offset=5')).body).toMatchObject({
      next: null,
      previous: `${address}?limit=5`,
    });
    expect((await page('?offset=3')).body).toMatchObject({ next: null, previous: `${address}?limit=100` });
  });

  it('links with every other parameter unchanged', async () => {
    const address = world.baseUrl + list;
    expect((await page('?offset=2&scope=in_scope&limit=2')).body).toMatchObject({
      next: `${address}?scope=in_scope&limit=2&offset=4`,
      previous: `${address}?scope=in_scope&limit=2`,
    });
    const users = `/projects/${project.id}/users/`;
    const search = 'a b&c=d/é+%"';
    const { body } = await world.founder.get<Envelope<object>>(
      `${users}?search=${encodeURIComponent(search)}&offset=5`,
    );
    expect(new URL(body.previous ?? '').searchParams.get('search')).toBe(search);
    expect(body.previous).toMatch(/[?&]limit=100$/);
  });

  it('past the end is empty, with the true count and a previous page', async () => {
    const address = world.baseUrl + list;
    const { status, body } = await page('?limit=3&offset=100');
    expect(status).toBe(200);
    expect(body).toEqual({ count: 7, next: null, previous: `${address}?limit=3&offset=97`, results: [] });
    expect((await page('?offset=7')).body).toMatchObject({ count: 7, next: null, results: [] });
    expect((await page('?offset=9007199254740991')).body).toMatchObject({ count: 7, results: [] });
  });

  it('counts all results, not those of the page', async () => {
    expect((await page('?scope=out_of_scope')).body).toEqual({
      count: 0,
      next: null,
      previous: null,
      results: [],
    });
    expect((await page('?limit=1&scope=in_scope')).body.count).toBe(7);
  });

  it.each(['1', '1000', '+5', '007'])('accepts the limit %s', async (limit) => {
    expect((await page(`?limit=${encodeURIComponent(limit)}`)).status).toBe(200);
  });

  it.each([
    ['limit', '0', 'Ensure this value is greater than or equal to 1.'],
    ['limit', '-1', 'Ensure this value is greater than or equal to 1.'],
    ['limit', '1001', 'Ensure this value is less than or equal to 1000.'],
    ['limit', 'x', 'A valid integer is required.'],
    ['limit', '1.5', 'A valid integer is required.'],
    ['limit', '', 'A valid integer is required.'],
    ['limit', '1e2', 'A valid integer is required.'],
    ['limit', '9'.repeat(30), 'A valid integer is required.'],
    ['offset', '-1', 'Ensure this value is greater than or equal to 0.'],
    ['offset', 'x', 'A valid integer is required.'],
    ['offset', '1.5', 'A valid integer is required.'],
    ['offset', '', 'A valid integer is required.'],
    ['offset', '9007199254740992', 'A valid integer is required.'],
    ['scope', 'nothing', '"nothing" is not a valid choice.'],
    ['scope', '', '"" is not a valid choice.'],
    ['page', '2', 'Unknown field.'],
    ['Limit', '2', 'Unknown field.'],
  ])('refuses %s=%s by its name', async (name, value, sentence) => {
    expect(await page(`?${name}=${value}`)).toMatchObject({
      status: 400,
      text: JSON.stringify({ error: sentence, [name]: [sentence] }),
    });
  });

  it('refuses a repeated parameter', async () => {
    const sentence = 'This parameter may be given once only.';
    for (const query of ['limit=1&limit=2', 'limit=1&limit=1', 'scope=all&scope=all']) {
      const name = query.split('=')[0] ?? '';
      expect((await page(`?${query}`)).body).toEqual({ error: sentence, [name]: [sentence] });
    }
  });

  it('refuses every parameter that breaks its rule, each by name', async () => {
    expect((await page('?limit=0&offset=x&nothing=1')).body).toEqual({
      error: 'Ensure this value is greater than or equal to 1.',
      limit: ['Ensure this value is greater than or equal to 1.'],
      offset: ['A valid integer is required.'],
      nothing: ['Unknown field.'],
    });
  });

  it('is the default for an empty query', async () => {
    expect((await page('?')).text).toBe((await page('')).text);
  });
});

describe('a page of the history', () => {
  it('has 20 versions by default, and 100 at most', async () => {
    const project = await world.project();
    const { slug } = await world.artifact(project.id);
    const artifact = `/projects/${project.id}/artifacts/${slug}`;
    for (let n = 0; n < 21; n += 1) await world.founder.post(`${artifact}/versions/`, { payload: String(n) });
    const history = `${artifact}/versions/history/`;
    const { body } = await world.founder.get<Envelope<VersionHistoryRow>>(history);
    expect(body).toMatchObject({ count: 22, next: `${world.baseUrl}${history}?limit=20&offset=20` });
    expect(body.results.map((row) => row.version_number)).toEqual(
      Array.from({ length: 20 }, (_, n) => 22 - n),
    );
    expect((await world.founder.get<Envelope<object>>(`${history}?limit=100`)).body.results).toHaveLength(22);
    expect((await world.founder.get(`${history}?limit=101`)).body).toEqual({
      error: 'Ensure this value is less than or equal to 100.',
      limit: ['Ensure this value is less than or equal to 100.'],
    });
  });
});
