import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openTestDatabase } from '@pks/testing';
import {
  Conflict,
  type Database,
  Unavailable,
  afterCommit,
  statement,
  undoneAlone,
  violates,
} from '../../src/index.ts';
import { Name, keeperSchema } from '../fixtures/service/keeper.database.ts';

let database: Database;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ database, close } = await openTestDatabase(keeperSchema));
});
beforeEach(() => database.manager.clear(Name));
afterAll(() => close());

const NAMES = statement<{ name: string }>('names', 'SELECT name FROM names ORDER BY name');
const ADD = statement<{ name: string }>('add', 'INSERT INTO names VALUES ($1) RETURNING name');

const names = async (): Promise<string[]> => (await database.rows(NAMES, [])).map(({ name }) => name);
const add = (name: string) => database.manager.insert(Name, { name });
const fail = (): never => {
  throw new Error('changed my mind');
};

describe('a transaction', () => {
  it('is all of its work, prepared statements included, or nothing', async () => {
    await database.transaction(async () => {
      await add('a');
      await database.rows(ADD, ['b']);
    });
    const undone = database.transaction(async () => {
      await add('c');
      await database.rows(ADD, ['d']);
      fail();
    });
    await expect(undone).rejects.toThrow('changed my mind');
    expect(await names()).toEqual(['a', 'b']);
  });

  it('is visible to others only once it is committed, and to its own statements immediately', async () => {
    let inside: string[] = [];
    let outside: string[] = ['not looked'];
    const looking = { now: (): void => undefined };
    const begun = new Promise<void>((resolve) => (looking.now = resolve));
    const looked = begun.then(async () => (outside = await names()));
    await database.transaction(async () => {
      await add('a');
      inside = await names();
      looking.now();
      await looked;
    });
    expect(inside).toEqual(['a']);
    expect(outside).toEqual([]);
  });

  it('is joined by those that are begun within it', async () => {
    const undone = database.transaction(async () => {
      await database.transaction(() => add('a'));
      await database.transaction(async () => void (await database.rows(ADD, ['b'])));
      expect(await names()).toEqual(['a', 'b']);
      fail();
    });
    await expect(undone).rejects.toThrow();
    expect(await names()).toEqual([]);
  });

  it('returns the result of its work, and passes its errors through unchanged', async () => {
    await expect(database.transaction(async () => 5)).resolves.toBe(5);
    const twice = database.transaction(async () => {
      await add('a');
      await add('a');
    });
    const error: unknown = await twice.catch((reason: unknown) => reason);
    expect(violates(error, 'names_pkey')).toBe(true);
    expect(violates(error, 'another')).toBe(false);
    expect(violates(new Error('names_pkey'), 'names_pkey')).toBe(false);
    const ofShard = new Error('duplicate key value violates unique constraint "names_pkey_102034"');
    expect([violates(ofShard, 'names_pkey'), violates(ofShard, 'names')]).toEqual([true, false]);
  });

  it('passes a fault through unchanged, whatever it quotes', async () => {
    const quoted = new Conflict('There is a project named “ETIMEDOUT, Connection terminated”.');
    const refused = database.transaction(() => Promise.reject(quoted));
    await expect(refused).rejects.toBe(quoted);
  });

  it('is separate from another that runs concurrently', async () => {
    const { promise: allAreUnderWay, resolve: begin } = Promise.withResolvers<void>();
    let added = 0;
    await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) =>
        database
          .transaction(async () => {
            await add(name);
            added += 1;
            if (added === 4) begin();
            await allAreUnderWay;
            if (name === 'b' || name === 'd') fail();
          })
          .catch(() => undefined),
      ),
    );
    expect(await names()).toEqual(['a', 'c']);
  });

  it('that fails has nothing of work that goes on meanwhile', async () => {
    let late: Promise<unknown> = Promise.resolve();
    const undone = database.transaction(async () => {
      await add('a');
      // Runs when PostgreSQL was told to roll back, and has not answered.
      late = new Promise<void>((resolve) => process.nextTick(resolve)).then(() =>
        database.rows(ADD, ['late']),
      );
      late.catch(() => undefined);
      fail();
    });
    await expect(undone).rejects.toThrow('changed my mind');
    await expect(late).rejects.toBeInstanceOf(Unavailable);
    expect(await names()).toEqual([]);
  });

  it('does not allow its connection to be used once it is over', async () => {
    let leaked: Promise<unknown> = Promise.resolve();
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    await database.transaction(async () => {
      leaked = isOver.then(() => database.rows(ADD, ['leaked'])).catch((error: unknown) => error);
    });
    end();
    expect(await leaked).toMatchObject({ data: { kind: 'unavailable' } });
    expect(await names()).toEqual([]);
  });
});

describe('work in a savepoint', () => {
  it('that fails leaves the rest of the transaction', async () => {
    await database.transaction(async () => {
      await add('a');
      await undoneAlone(async () => {
        await add('b');
        fail();
      }).catch(() => undefined);
      await undoneAlone(async () => void (await add('c')));
    });
    expect(await names()).toEqual(['a', 'c']);
  });

  it('treats its transactions as its own: one that fails is rolled back, and the work continues', async () => {
    await database.transaction(() =>
      undoneAlone(async () => {
        await database.transaction(() => add('a'));
        const again = database.transaction(async () => {
          await add('b');
          await add('a');
        });
        expect(violates(await again.catch((error: unknown) => error), 'names_pkey')).toBe(true);
        await database.transaction(() => add('c'));
      }),
    );
    expect(await names()).toEqual(['a', 'c']);
  });

  it('that fails undoes the work in savepoints within it', async () => {
    await database.transaction(async () => {
      const outer = undoneAlone(async () => {
        await add('a');
        await undoneAlone(() => add('b'));
        fail();
      });
      await outer.catch(() => undefined);
    });
    expect(await names()).toEqual([]);
  });

  it.each([
    ['work', undoneAlone],
    ['a transaction', (work: () => Promise<void>) => undoneAlone(() => database.transaction(work))],
  ])('that fails has nothing of work that goes on meanwhile, as %s', async (_what, undo) => {
    let late: Promise<unknown> = Promise.resolve();
    let isCalled = false;
    await database.transaction(async () => {
      const undone = undo(async () => {
        await add('a');
        // By then PostgreSQL was asked to roll back to the savepoint, and has not answered.
        late = new Promise<void>((resolve) => process.nextTick(resolve)).then(() => {
          afterCommit(() => void (isCalled = true));
          return database.rows(ADD, ['late']);
        });
        late.catch(() => undefined);
        fail();
      });
      await expect(undone).rejects.toThrow('changed my mind');
      await add('b');
    });
    await expect(late).rejects.toBeInstanceOf(Unavailable);
    expect(await names()).toEqual(['b']);
    expect(isCalled).toBe(false);
  });

  it('is plain work outside of a transaction', async () => {
    await expect(undoneAlone(async () => 5)).resolves.toBe(5);
  });
});

describe('work after the commit', () => {
  let done: string[] = [];
  const note = (text: string) => afterCommit(() => done.push(text));
  beforeEach(() => void (done = []));

  it('runs then, in order, and not before', async () => {
    await database.transaction(async () => {
      note('a');
      await database.transaction(async () => note('b'));
      await add('x');
      expect(done).toEqual([]);
    });
    expect(done).toEqual(['a', 'b']);
  });

  it('does not run when there is none', async () => {
    const undone = database.transaction(async () => {
      note('a');
      await add('x');
      fail();
    });
    await expect(undone).rejects.toThrow();
    expect(done).toEqual([]);
  });

  it('does not run for the part that was rolled back', async () => {
    await database.transaction(async () => {
      note('a');
      await undoneAlone(async () => {
        note('b');
        fail();
      }).catch(() => undefined);
      note('c');
    });
    expect(done).toEqual(['a', 'c']);
  });

  it('runs immediately outside of a transaction', () => {
    note('a');
    expect(done).toEqual(['a']);
  });

  it('neither undoes the commit nor stops the rest when it fails', async () => {
    await database.transaction(async () => {
      afterCommit(fail);
      note('b');
      await add('x');
    });
    expect(done).toEqual(['b']);
    expect(await names()).toEqual(['x']);
  });
});
