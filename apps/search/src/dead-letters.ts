import 'reflect-metadata';
import { runDeadLettersCommand } from '@pks/platform';
import { searchSchema } from './search.database.ts';

await runDeadLettersCommand('SEARCH_DATABASE_URL', searchSchema);
