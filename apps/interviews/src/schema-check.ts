import 'reflect-metadata';
import { reportSchemaDrift } from '@pks/platform';
import { interviewsSchema } from './interviews.database.ts';

await reportSchemaDrift('INTERVIEWS_DATABASE_URL', interviewsSchema);
