import 'reflect-metadata';
import { runDeadLettersCommand } from '@pks/platform';
import { knowledgeSchema } from './knowledge.database.ts';

await runDeadLettersCommand('KNOWLEDGE_DATABASE_URL', knowledgeSchema);
