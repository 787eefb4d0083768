import 'reflect-metadata';
import { runService } from '@pks/platform';
import { interviews } from './interviews.ts';

await runService(interviews);
