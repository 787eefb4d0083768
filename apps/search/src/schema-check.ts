import 'reflect-metadata';
import { reportSchemaDrift } from '@pks/platform';
import { searchSchema } from './search.database.ts';

await reportSchemaDrift('SEARCH_DATABASE_URL', searchSchema);
