import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type DatabaseSession, eventually, openSession } from '@pks/testing';
import pg from 'pg';
import { Column, Entity, type MigrationInterface, PrimaryColumn, type QueryRunner } from 'typeorm';
import { Database, type DatabaseOptions, migrate, reportSchemaDrift, schemaDrift } from '../../src/index.ts';
import { type CapturedLog, capturedLog } from '../fixtures/captured-log.ts';
import { emptyDatabase } from '../fixtures/empty-database.ts';
import { CreateNames1763683200000, Name, keeperSchema } from '../fixtures/service/keeper.database.ts';

class AddNote1763683300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE names ADD COLUMN note text');
    await runner.query('SELECT pg_sleep(0.2)');
  }

  async down(): Promise<void> {}
}

/** Like the first migrations of services that create an extension, each of which waits for the others. */
class CreateExtension1763683250000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`SELECT pg_advisory_xact_lock(hashtextextended('extensions', 0))`);
    await runner.query(`CREATE TABLE bound AS SELECT current_setting('lock_timeout') AS timeout`);
  }

  async down(): Promise<void> {}
}

class Fails1763683400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE names ADD COLUMN more text');
    await runner.query('ALTER TABLE nothing ADD COLUMN more text');
  }

  async down(): Promise<void> {}
}

@Entity('names')
class NotedName {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'names_pkey' })
  readonly name!: string;

  @Column('text', { nullable: true })
  readonly note!: string | null;
}

let empty: { url: string; drop: () => Promise<void> };
let captured: CapturedLog;

beforeEach(async () => {
  empty = await emptyDatabase();
  captured = capturedLog();
});
afterEach(() => empty.drop());

function options(more: Partial<DatabaseOptions> = {}): DatabaseOptions {
  return { ...keeperSchema, url: empty.url, poolSize: 2, migrate: true, name: 'test', ...more };
}

async function query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: empty.url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

const applied = async (): Promise<string[]> =>
  (await query<{ name: string }>('SELECT name FROM keeper.migrations ORDER BY id')).map(({ name }) => name);

describe('migrations', () => {
  it('run once, in order, when several processes start at the same time', async () => {
    const both = options({ migrations: [CreateNames1763683200000, AddNote1763683300000] });
    await Promise.all([1, 2, 3].map(() => migrate(both)));
    expect(await applied()).toEqual(['CreateNames1763683200000', 'AddNote1763683300000']);
  });

  it('of an older build change nothing, and those of a newer one add only what is missing', async () => {
    await migrate(options());
    await migrate(options({ migrations: [CreateNames1763683200000, AddNote1763683300000] }));
    await migrate(options());
    expect(await applied()).toEqual(['CreateNames1763683200000', 'AddNote1763683300000']);
  });

  it('that fail leave no trace', async () => {
    const failing = options({ migrations: [CreateNames1763683200000, Fails1763683400000] });
    await expect(migrate(failing)).rejects.toThrow(/nothing/);
    expect(await applied()).toEqual(['CreateNames1763683200000']);
    const columns = await query(
      `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'keeper' AND table_name = 'names'`,
    );
    expect(columns).toEqual([{ name: 'name' }]);
    await migrate(options());
  });
});

describe('the first migrations of a schema', () => {
  const both = { migrations: [CreateNames1763683200000, CreateExtension1763683250000] };

  it('wait for other services as long as it takes', async () => {
    const other = await openSession(empty.url);
    await other.rows('BEGIN');
    await other.rows(`SELECT pg_advisory_xact_lock(hashtextextended('extensions', 0))`);
    const migrated = migrate(options(both));
    await eventually('they wait', () => other.isWaitedFor());
    await other.close();
    await migrated;
    expect(await query('SELECT timeout FROM keeper.bound')).toEqual([{ timeout: '0' }]);
  });

  it('differ from later ones, which wait less than the statements behind them', async () => {
    await migrate(options());
    await migrate(options(both));
    expect(await query('SELECT timeout FROM keeper.bound')).toEqual([{ timeout: '2s' }]);
  });
});

describe('a migration of a table that a backup reads', () => {
  const both = { migrations: [CreateNames1763683200000, AddNote1763683300000] };
  let backup: DatabaseSession;

  beforeEach(async () => {
    await migrate(options());
    backup = await openSession(empty.url);
    await backup.rows('BEGIN');
    await backup.rows('LOCK TABLE keeper.names IN ACCESS SHARE MODE');
  });

  it('gives up before the statements behind it do, and runs once the backup ends', async () => {
    const migrated = migrate(options(both));
    let gaveUp = false;
    migrated.catch(() => (gaveUp = true));
    await eventually('it waits', async () => gaveUp || (await backup.isWaitedFor()));
    const reader = await openSession(empty.url);
    await reader.rows('SET lock_timeout = 4000');
    expect(await reader.rows('SELECT FROM keeper.names')).toEqual([]);
    await reader.close();
    await expect(migrated).rejects.toThrow(
      'A migration waits for a lock of another session, such as a backup.',
    );
    await backup.close();
    await migrate(options(both));
    expect(await applied()).toContain('AddNote1763683300000');
  });

  it('is tried again by a database that is not ready meanwhile', async () => {
    const database = new Database(options(both), captured.log);
    const opened = database.open();
    await eventually('it says why', () => /lock of another session/.test(database.notReady ?? ''));
    await backup.close();
    await opened;
    expect(database.notReady).toBeUndefined();
    await database.close();
    expect(captured.lines).toHaveLength(1);
  });
});

describe('a database', () => {
  it('is not ready while its schema is older than this build, and is once it is up to date', async () => {
    const database = new Database(options({ migrate: false }), captured.log);
    const opened = database.open();
    await eventually('it is logged', () => captured.lines.length > 0);
    await migrate(options({ migrations: [] }));
    await eventually('it says what', () =>
      /have not run yet: CreateNames1763683200000\./.test(database.notReady ?? ''),
    );
    await migrate(options());
    await opened;
    expect(database.notReady).toBeUndefined();
    await database.close();
  });

  it('says what to do where no migration has run', async () => {
    const database = new Database(options({ migrate: false }), captured.log);
    const opened = database.open();
    const what =
      'The schema keeper has no tables yet. Start a process of the service with MIGRATE_ON_START=true first.';
    await eventually('it says what', () => database.notReady === what);
    await migrate(options());
    await opened;
    await database.close();
  });

  it('is not ready while its schema is newer than this build, and says what to do', async () => {
    await migrate(options({ migrations: [CreateNames1763683200000, AddNote1763683300000] }));
    const database = new Database(options(), captured.log);
    const opened = database.open();
    await eventually('it is logged', () => captured.lines.length > 0);
    expect(database.notReady).toBe(
      'A newer version has migrated the schema (AddNote1763683300000): start that version, or restore the backup from before it.',
    );
    await database.close();
    await opened;
    expect(captured.lines).toHaveLength(1);
  });
});

describe('the drift between entities and schema', () => {
  it('is empty for the platform’s own table', async () => {
    expect(await schemaDrift(options())).toEqual([]);
  });

  it('is what would make the schema match the entities', async () => {
    const drift = await schemaDrift(options({ entities: [NotedName] }));
    expect(drift).toEqual([expect.stringMatching(/ADD "note" text/)]);
    const noted = { entities: [NotedName], migrations: [CreateNames1763683200000, AddNote1763683300000] };
    expect(await schemaDrift(options(noted))).toEqual([]);
    expect(await schemaDrift(options({ ...noted, entities: [Name] }))).toHaveLength(1);
  });

  it('is reported of the database that a variable names which is not empty', async () => {
    const said = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    jest.replaceProperty(process, 'env', { KEEPER_DATABASE_URL: '', DATABASE_URL: empty.url });
    await reportSchemaDrift('KEEPER_DATABASE_URL', keeperSchema).finally(() => jest.restoreAllMocks());
    expect(said.mock.calls).toEqual([['keeper: entities and schema agree\n']]);
  });
});
