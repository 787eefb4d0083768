import 'reflect-metadata';
import { reportSchemaDrift } from '@pks/platform';
import { agentsSchema } from './agents.database.ts';

await reportSchemaDrift('AGENTS_DATABASE_URL', agentsSchema);
