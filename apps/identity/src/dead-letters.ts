import 'reflect-metadata';
import { runDeadLettersCommand } from '@pks/platform';
import { identitySchema } from './identity.database.ts';

await runDeadLettersCommand('IDENTITY_DATABASE_URL', identitySchema);
