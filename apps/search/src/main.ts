import 'reflect-metadata';
import { runService } from '@pks/platform';
import { searching } from './search.ts';

await runService(searching);
