import 'reflect-metadata';
import { reportSchemaDrift } from '@pks/platform';
import { feedbackSchema } from './feedback.database.ts';

await reportSchemaDrift('FEEDBACK_DATABASE_URL', feedbackSchema);
