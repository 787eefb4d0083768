import 'reflect-metadata';
import { runDeadLettersCommand } from '@pks/platform';
import { feedbackSchema } from './feedback.database.ts';

await runDeadLettersCommand('FEEDBACK_DATABASE_URL', feedbackSchema);
