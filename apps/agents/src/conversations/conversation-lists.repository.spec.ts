import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Database, ParticipantsRepository, containing } from '@pks/platform';
import { TestClock, aCaller, openTestDatabase } from '@pks/testing';
import fc from 'fast-check';
import { projectIdOf } from '../../test/running-agents.ts';
import { agentsSchema } from '../agents.database.ts';
import { AgentSettingsRepository } from '../settings/agent-settings.repository.ts';
import { listing } from './conversation-lists.repository.ts';

const clock = new TestClock();
let database: Database;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ database, close } = await openTestDatabase(agentsSchema));
});
afterAll(() => close());

/** A conversation: its messages, which searches find, and the names of tools, which they do not. */
interface Told {
  readonly name: string;
  readonly said: readonly string[];
  readonly tools: readonly string[];
  readonly isArchived: boolean;
}

const CONVERSATIONS = `
  INSERT INTO conversations (project_id, id, name, is_named, type, created_by_id, agent_settings_id, tags, tag_keys, is_shared,
                             archived_at, question_count, entry_count, size, created_at, updated_at)
  SELECT $1, (told->>'id')::uuid, told->>'name', true, 'playground', $2, $3, '{}', '{}', false,
         CASE WHEN (told->>'isArchived')::boolean THEN now() END, 0,
         json_array_length(told->'said') + json_array_length(told->'tools'), 0, now(), now() - number * interval '1 second'
    FROM json_array_elements($4::json) WITH ORDINALITY told (told, number)`;

const ENTRIES = `
  INSERT INTO conversation_entries (project_id, conversation_id, number, id, role, type, content, query_id,
                                    input_parameters, results, created_at)
  SELECT $1, (told->>'id')::uuid, row_number() OVER (PARTITION BY told->>'id'), gen_random_uuid(), 'assistant', type, content, 1,
         '{}', '[]', now()
    FROM json_array_elements($2::json) told
   CROSS JOIN LATERAL (SELECT 'message', json_array_elements_text(told->'said')
                       UNION ALL SELECT 'tool_call', json_array_elements_text(told->'tools')) entries (type, content)`;

/** Stores the conversations, newest first, and returns their project, their creator and their ids. */
async function store(conversations: readonly Told[]) {
  const caller = aCaller();
  const project_id = projectIdOf(caller);
  const told = conversations.map((one) => ({ ...one, id: String(randomUUID()) }));
  await database.transaction(async () => {
    await new ParticipantsRepository(database, clock).keep(project_id, caller);
    const settings = await new AgentSettingsRepository(database, clock).idOf(project_id, null);
    await database.manager.query(CONVERSATIONS, [project_id, caller.user_id, settings, JSON.stringify(told)]);
    await database.manager.query(ENTRIES, [project_id, JSON.stringify(told)]);
  });
  return { project_id, user: caller.user_id, ids: told.map(({ id }) => id) };
}

const WORDS = ['plan', 'PLAN', 'ab', 'Übersicht', '100%', 'a_b', 'σοφός', 'ΣΟΦΌΣ', ''];
const words = fc.constantFrom(...WORDS);
const conversation: fc.Arbitrary<Told> = fc.record({
  name: words,
  said: fc.array(words, { maxLength: 4 }),
  tools: fc.array(words, { maxLength: 2 }),
  isArchived: fc.boolean(),
});

const MOST = 6;
const LISTINGS = {
  indexed: listing(['current'], 'indexed', MOST),
  newest: listing(['current'], 'newest', MOST),
  'indexed, of one user': listing(['own', 'current'], 'indexed', MOST),
} as const;
type Kind = keyof typeof LISTINGS;

const folded = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');
const includes = (text: string, part: string): boolean => folded(text).includes(folded(part));

/** What a search should find, computed in plain code. */
function found(conversations: readonly Told[], how: Kind, part: string) {
  const named = conversations.filter(({ name }) => includes(name, part)).length;
  const said = conversations.flatMap((one) => one.said).filter((text) => includes(text, part)).length;
  const current = [...conversations.entries()].filter(([, { isArchived }]) => !isArchived);
  const matching = new Set(
    current
      .filter(([, one]) => [one.name, ...one.said].some((text) => includes(text, part)))
      .map(([place]) => place),
  );
  const isCut = how === 'newest' || Math.max(named, said) > MOST;
  let before = 0;
  const compared = new Set<number>();
  for (const [place, one] of current) {
    if (before < MOST) compared.add(place);
    before += 1 + one.said.length + one.tools.length;
  }
  const isMinimum = (isCut || how === 'indexed, of one user') && compared.size < current.length;
  return { matching, compared, isCut, isMinimum };
}

describe('a search through conversations', () => {
  it.each(['indexed', 'newest', 'indexed, of one user'] as const)(
    'finds all where it reads all (%s), else the newest',
    async (how) => {
      await fc.assert(
        fc.asyncProperty(fc.array(conversation, { maxLength: 12 }), words, async (conversations, part) => {
          const { ids, ...place } = await store(conversations);
          const { matching, compared, isCut, isMinimum } = found(conversations, how, part);
          const wanted = { ...place, tags: [], pattern: containing(part) };
          const rows = await database.rows(LISTINGS[how], { ...wanted, limit: 100, offset: 0 });
          const places = rows.flatMap(({ id }) => (id === null ? [] : [ids.indexOf(id)]));
          expect(rows[0]).toMatchObject({ total: places.length, is_minimum: isMinimum });
          expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b));
          expect(places.filter((place) => !matching.has(place))).toEqual([]);
          const due = [...matching].filter((place) => !isCut || compared.has(place));
          expect(due.filter((place) => !places.includes(place))).toEqual([]);
          const second = await database.rows(LISTINGS[how], { ...wanted, limit: 1, offset: 1 });
          expect(second.map(({ id }) => id)).toEqual([rows[1]?.id ?? null]);
        }),
        { numRuns: 60 },
      );
    },
  );
});
