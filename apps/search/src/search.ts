import type { ServiceDefinition } from '@pks/platform';
import { SearchConfig } from './search.config.ts';
import { searchSchema } from './search.database.ts';
import { SearchModule } from './search.module.ts';

/** The search service: reads documents, and finds passages of documents, artifacts and interviews. */
export const searching: ServiceDefinition<SearchConfig> = {
  name: 'search',
  module: SearchModule,
  config: SearchConfig,
  schema: searchSchema,
};
