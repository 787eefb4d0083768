import { beforeAll, describe, expect, it } from '@jest/globals';
import type { DocumentDetail, DocumentText, Project } from '@pks/contracts';
import { eventually } from '@pks/testing/black-box';
import { type Person, World } from './support/world.ts';

const world = new World();
/** The machine may be slow, and read other files first. */
const LONG_MS = 60_000;

let project: Project;
let neighbour: Person;
let artifacts: string;

beforeAll(async () => {
  project = await world.project();
  const other = await world.project();
  neighbour = await world.member(other.id);
  artifacts = `/projects/${other.id}/artifacts/`;
});

const upTo = (count: number, piece: (n: number) => string, between: string): string =>
  Array.from({ length: count }, (_none, n) => piece(n)).join(between);

/** Sends requests of a user of another project until the work is done; returns their statuses. */
async function askedDuring(work: Promise<unknown>): Promise<Set<number>> {
  const statuses = new Set<number>();
  let isDone = false;
  const done = work.finally(() => (isDone = true));
  // Each has an offset of its own, so that none is answered from memory.
  for (let offset = 0; !isDone; offset += 1) {
    statuses.add((await neighbour.api.get(`${artifacts}?offset=${offset}`)).status);
  }
  await done;
  return statuses;
}

describe('while one project', () => {
  it('sends XML of 280,000 attributes, others are answered', async () => {
    const { slug } = await world.artifact(project.id, { technical_type: 'bpmn_xml' });
    const payload = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><task ${upTo(280_000, (n) => `a${n}=""`, ' ')}/></definitions>`;
    const path = `/projects/${project.id}/artifacts/${slug}/versions/`;
    const sent = Promise.all([1, 2, 3].map(() => world.founder.post(path, { payload })));
    expect(await askedDuring(sent)).toEqual(new Set([200]));
    expect((await sent).map(({ status }) => status)).toEqual([400, 400, 400]);
  });

  it(
    'has a table of a million columns read, others are answered',
    async () => {
      const header = upTo(1_000_000, (n) => `c${n}`, ',');
      const content = `${header}\n${upTo(1_000_000, () => 'v', ',')}\n`;
      const file = { name: 'wide.csv', content, type: 'text/csv' };
      const documents = `/projects/${project.id}/documents/`;
      const read = world.document(project.id, file).then(async ({ id }) => {
        await eventually(
          'it is read',
          async () => {
            const { body } = await world.founder.get<DocumentDetail>(`${documents}${id}/`);
            return body.indexing_status === 'active';
          },
          LONG_MS,
        );
        return id;
      });
      expect(await askedDuring(read)).toEqual(new Set([200]));
      const { body } = await world.founder.get<DocumentText>(`${documents}${await read}/text/`);
      expect(body.text?.slice(0, 18)).toBe('c0: v; c1: v; c2: ');
      expect(body.text?.endsWith('; c999999: v')).toBe(true);
    },
    2 * LONG_MS,
  );
});
