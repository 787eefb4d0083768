import 'reflect-metadata';
import { runDeadLettersCommand } from '@pks/platform';
import { interviewsSchema } from './interviews.database.ts';

await runDeadLettersCommand('INTERVIEWS_DATABASE_URL', interviewsSchema);
