import 'reflect-metadata';
import { loadConfig, schemaDrift } from '@pks/platform';
import { CommandConfig } from './identity.config.ts';
import { databaseUrlOf, identityDatabase } from './identity.database.ts';

const drift = await schemaDrift(identityDatabase(databaseUrlOf(loadConfig(CommandConfig))));
for (const difference of drift) process.stdout.write(`${difference}\n`);
process.exitCode = drift.length === 0 ? 0 : 1;
