import { databaseAddress } from './command-database.ts';
import type { ServiceSchema } from './database-options.ts';
import { schemaDrift } from './migrations.ts';

/** Compares a service's entities with its migrated schema: prints the differences, and exits with 1 when there are any. */
export async function reportSchemaDrift(variable: string, schema: ServiceSchema): Promise<void> {
  const url = databaseAddress(variable);
  const drift = await schemaDrift({ ...schema, url, poolSize: 1, migrate: true, name: 'schema-check' });
  for (const statement of drift) process.stdout.write(`${statement}\n`);
  process.stdout.write(
    `${schema.schema}: ${drift.length === 0 ? 'entities and schema agree' : 'they differ'}\n`,
  );
  if (drift.length > 0) process.exitCode = 1;
}
