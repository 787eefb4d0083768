import 'reflect-metadata';
import { runDeadLettersCommand } from '@pks/platform';
import { agentsSchema } from './agents.database.ts';

await runDeadLettersCommand('AGENTS_DATABASE_URL', agentsSchema);
