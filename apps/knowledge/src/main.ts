import 'reflect-metadata';
import { runService } from '@pks/platform';
import { knowledge } from './knowledge.ts';

await runService(knowledge);
