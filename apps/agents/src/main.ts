import 'reflect-metadata';
import { runService } from '@pks/platform';
import { agents } from './agents.ts';

await runService(agents);
