import 'reflect-metadata';
import { reportSchemaDrift } from '@pks/platform';
import { knowledgeSchema } from './knowledge.database.ts';

await reportSchemaDrift('KNOWLEDGE_DATABASE_URL', knowledgeSchema);
