import 'reflect-metadata';
import { runService } from '@pks/platform';
import { feedback } from './feedback.ts';

await runService(feedback);
