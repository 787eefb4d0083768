import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type DatabaseSession, openSession, openTestDatabase } from '@pks/testing';
import { Column, Entity, type MigrationInterface, PrimaryColumn, type QueryRunner } from 'typeorm';
import { Database, Unavailable, bigintNumber } from '../../src/index.ts';
import { capturedLog } from '../fixtures/captured-log.ts';
import { keeperSchema } from '../fixtures/service/keeper.database.ts';

@Entity('shelves')
class Shelf {
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'shelves_pkey' })
  id!: number;

  @Column('text', { name: 'hall_name' })
  hallName!: string;

  @Column('boolean', { name: 'is_open' })
  isOpen!: boolean;

  @Column('bigint', { name: 'weight_grams', transformer: bigintNumber })
  weightGrams!: number;

  @Column({ type: 'timestamptz', name: 'moved_at', precision: 3, nullable: true })
  movedAt!: Date | null;

  @Column('jsonb')
  books!: readonly string[];

  @Column('text', { array: true })
  tags!: string[];

  @Column('text', { select: false })
  secret!: string;

  get label(): string {
    return `${this.hallName} ${this.id}`;
  }
}

class CreateShelves1763683300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE shelves (
         id integer NOT NULL, hall_name text NOT NULL, is_open boolean NOT NULL, weight_grams bigint NOT NULL,
         moved_at timestamptz(3), books jsonb NOT NULL, tags text[] NOT NULL, secret text NOT NULL,
         CONSTRAINT shelves_pkey PRIMARY KEY (id))`,
    );
  }

  async down(): Promise<void> {}
}

const schema = {
  ...keeperSchema,
  entities: [...keeperSchema.entities, Shelf],
  migrations: [...keeperSchema.migrations, CreateShelves1763683300000],
};

let database: Database;
let other: DatabaseSession;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ database, close } = await openTestDatabase(schema));
  other = await openSession(database.options.url);
});
beforeEach(async () => {
  await database.manager.clear(Shelf);
  await database.manager.insert(Shelf, [
    shelf({ id: 1, hallName: 'north' }),
    shelf({ id: 2, hallName: 'south', isOpen: false, movedAt: null, books: [], tags: [] }),
  ]);
});
afterAll(async () => {
  await other.close();
  await close();
});

function shelf(fields: Partial<Shelf>): Partial<Shelf> {
  return {
    isOpen: true,
    weightGrams: 2 ** 40,
    movedAt: new Date('2026-11-27T10:20:30.456Z'),
    books: ['Emma', 'Ulysses'],
    tags: ['old', 'heavy'],
    secret: 'behind it',
    ...fields,
  };
}

describe('a row that is looked up', () => {
  it.each([1, 2])('is the entity that TypeORM makes of it (%i)', async (id) => {
    const found = await database.find(Shelf, { id });
    expect(found).toBeInstanceOf(Shelf);
    expect(found).toStrictEqual(await database.manager.findOneBy(Shelf, { id }));
    expect([found?.secret, found?.label]).toEqual([undefined, `${id === 1 ? 'north' : 'south'} ${id}`]);
  });

  it('has all values of its key, in any order', async () => {
    const ids = async (key: { id?: number; hallName?: string; isOpen?: boolean }) =>
      (await database.find(Shelf, key))?.id;
    expect(await ids({ hallName: 'south', isOpen: false })).toBe(2);
    expect(await ids({ isOpen: false, hallName: 'south' })).toBe(2);
    expect(await ids({ isOpen: true, hallName: 'south' })).toBeUndefined();
    expect(await ids({ hallName: 'south', id: 1 })).toBeUndefined();
  });

  it('is null where there is none', async () => {
    expect(await database.find(Shelf, { id: 3 })).toBeNull();
    await database.transaction(async () => {
      expect(await database.lock(Shelf, { id: 3 }, 'pessimistic_write')).toBeNull();
    });
  });

  it('is that of the current transaction', async () => {
    await database.transaction(async () => {
      await database.manager.update(Shelf, { id: 1 }, { hallName: 'east' });
      expect((await database.find(Shelf, { id: 1 }))?.hallName).toBe('east');
    });
  });

  it('is not looked up by what is no column, nor before the database is open', async () => {
    await expect(database.find(Shelf, { label: 'north 1' })).rejects.toThrow('Shelf has no column label.');
    const unopened = new Database(database.options, capturedLog().log);
    await expect(unopened.find(Shelf, { id: 1 })).rejects.toBeInstanceOf(Unavailable);
  });
});

describe('a row that is locked', () => {
  const CLAUSES = ['FOR KEY SHARE', 'FOR SHARE', 'FOR NO KEY UPDATE', 'FOR UPDATE'];

  it.each([
    { lock: 'pessimistic_read', leaves: ['FOR KEY SHARE', 'FOR SHARE'] },
    { lock: 'for_no_key_update', leaves: ['FOR KEY SHARE'] },
    { lock: 'pessimistic_write', leaves: [] },
  ] as const)('as $lock leaves others $leaves until the transaction ends', async ({ lock, leaves }) => {
    const free = async (): Promise<string[]> => {
      const ways: string[] = [];
      for (const way of CLAUSES) if (await isFree(way)) ways.push(way);
      return ways;
    };
    await database.transaction(async () => {
      expect((await database.lock(Shelf, { id: 1 }, lock))?.hallName).toBe('north');
      expect(await free()).toEqual(leaves);
    });
    expect(await free()).toEqual(CLAUSES);
  });

  it('is so within a transaction alone', async () => {
    const locking = database.lock(Shelf, { id: 1 }, 'pessimistic_write');
    await expect(locking).rejects.toThrow('A row is locked within a transaction.');
  });
});

/** Whether another session may lock the first row in this way. */
async function isFree(way: string): Promise<boolean> {
  const taken = other.rows(`SELECT FROM keeper.shelves WHERE id = 1 ${way} NOWAIT`);
  return taken.then(
    () => true,
    () => false,
  );
}
