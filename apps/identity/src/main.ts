import 'reflect-metadata';
import { runService } from '@pks/platform';
import { identity } from './identity.ts';

await runService(identity);
