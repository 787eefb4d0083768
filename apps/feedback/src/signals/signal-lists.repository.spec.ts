import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SENTIMENTS, SIGNAL_STATUSES } from '@pks/contracts';
import { type Database } from '@pks/platform';
import { openTestDatabase } from '@pks/testing';
import fc from 'fast-check';
import { feedbackSchema } from '../feedback.database.ts';
import { EVERYBODY } from './signal-count.entity.ts';
import { matching } from './signal-lists.repository.ts';

const TEXTS = [
  'Plan',
  'PLAN',
  'plans',
  'Übersicht',
  'ÜBERSICHT',
  'Straße',
  'ΣΟΦΟΣ',
  'σοφος',
  '100%',
  'a_b',
  'k\\S',
];
const PATTERNS = [
  '%plan%',
  '%PLAN%',
  '%üb%',
  '%ß%',
  '%Σ%',
  '%ΦΟΣ%',
  '%φος%',
  '%%',
  '%\\%%',
  '%qx%',
  '%ada@%',
  '%ADA@%',
  '%test%',
  '%a%',
];

const PARTICIPANTS = `
  INSERT INTO participants (project_id, user_id, email, known_at)
  SELECT $1, user_id, email, now() FROM unnest($2::uuid[], ARRAY['Ada@demo.test', 'plan@demo.test']) given (user_id, email)`;
/** Signals of which every five have the same time. */
const SIGNALS = `
  INSERT INTO signals (project_id, id, given_by_id, status, sentiment, feedback, context, size, source,
                       conversation_title, user_message, created_at, updated_at)
  SELECT $1, gen_random_uuid(), ($2::uuid[])[1 + n % 2], ($3::text[])[1 + n % 3], ($4::text[])[1 + n % 4 % 3],
         ($5::text[])[1 + n % cardinality($5::text[])] || ' ' || n, '{}', 160, 'api', '', '', at, at
    FROM generate_series(1, 240) n CROSS JOIN LATERAL (SELECT now() - interval '1 minute' * (n / 5) AS at) made`;
const EXPECTED = `
  SELECT s.id FROM signals s JOIN participants p USING (project_id)
   WHERE s.project_id = $1 AND p.user_id = s.given_by_id AND s.status = ANY ($2) AND s.sentiment = ANY ($3)
     AND (translate(lower(s.feedback), 'ς', 'σ') LIKE translate(lower($4), 'ς', 'σ') OR lower(p.email) LIKE lower($4))
     AND s.id IN (SELECT id FROM signals WHERE project_id = $1 AND ($5::uuid IS NULL OR given_by_id = $5)
                   ORDER BY updated_at DESC, id DESC LIMIT $6)
   ORDER BY s.updated_at DESC, s.id DESC`;

let database: Database;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ database, close } = await openTestDatabase(feedbackSchema));
});
afterAll(() => close());

describe('a search for signals', () => {
  it('finds the same, whether it keeps what it finds or walks over the newest', async () => {
    const [project, ada, bob] = [randomUUID(), randomUUID(), randomUUID()];
    for (const id of [project, randomUUID()]) {
      await database.manager.query(PARTICIPANTS, [id, [ada, bob]]);
      await database.manager.query(SIGNALS, [id, [ada, bob], SIGNAL_STATUSES, SENTIMENTS, TEXTS]);
    }
    const statements = { all: searches('all'), own: searches('own') };
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          pattern: fc.constantFrom(...PATTERNS),
          statuses: fc.subarray([...SIGNAL_STATUSES], { minLength: 1 }),
          sentiments: fc.subarray([...SENTIMENTS], { minLength: 1 }),
          limit: fc.constantFrom(1, 20, 1_000),
          offset: fc.integer({ min: 0, max: 250 }),
        }),
        fc.constantFrom('all' as const, 'own' as const),
        async (request, whose) => {
          const { pattern, statuses, sentiments, limit, offset } = request;
          const holder = whose === 'own' ? ada : null;
          for (const { statement, most, compared } of statements[whose]) {
            const values = [project, statuses, sentiments, pattern, holder, compared];
            const expected: { id: string }[] = await database.manager.query(EXPECTED, values);
            const ids = expected.slice(offset, offset + limit).map(({ id }) => id);
            const visible = whose === 'own' ? 120 : 240;
            const rows = await database.rows(statement, { ...request, project, holder: holder ?? EVERYBODY });
            expect(rows[0]).toMatchObject({
              total: Math.min(expected.length, most),
              is_minimum: expected.length > most || compared < visible,
            });
            expect(rows.flatMap(({ slot }) => slot ?? [])).toEqual(ids);
          }
        },
      ),
      { numRuns: 80 },
    );
  });
});

function searches(whose: 'all' | 'own') {
  const indexed = [0, 1, 20, 21, 240].map((most) => ({ how: 'indexed' as const, most, compared: 240 }));
  const newest = [1, 60, 119, 120, 240].map((compared) => ({ how: 'newest' as const, most: 240, compared }));
  return [...indexed, ...newest].map(({ how, ...bounds }) => ({
    ...bounds,
    statement: matching(how, whose, `signals_${how}_${whose}_${bounds.most}_${bounds.compared}`, bounds),
  }));
}
