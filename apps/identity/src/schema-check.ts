import 'reflect-metadata';
import { reportSchemaDrift } from '@pks/platform';
import { identitySchema } from './identity.database.ts';

await reportSchemaDrift('IDENTITY_DATABASE_URL', identitySchema);
