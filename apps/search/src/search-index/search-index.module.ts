import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { Database, OutgoingRequests } from '@pks/platform';
import { SearchConfig } from '../search.config.ts';
import { Embedder } from '../search/embedder.ts';
import { openEmbedder } from '../search/open-embedder.ts';
import { PassageStore } from '../search/passage-store.ts';
import { creatingAlone } from './creating-alone.ts';
import { DeletedPassages } from './deleted-passages.ts';
import { GenerationsRepository } from './generations.repository.ts';
import { IndexFolder } from './index-folder.ts';
import { IndexedSourcesRepository } from './indexed-sources.repository.ts';
import { Indexing } from './indexing.ts';
import { PresentGenerations } from './present-generations.ts';
import { tidyingAlone } from './tidying-alone.ts';

const STORE = {
  provide: PassageStore,
  useFactory: ({ path: folder }: IndexFolder, database: Database) =>
    new PassageStore({ folder, creating: creatingAlone(database), tidying: tidyingAlone(database) }),
  inject: [IndexFolder, Database],
};

const EMBEDDER = {
  provide: Embedder,
  useFactory: (config: SearchConfig, outgoing: OutgoingRequests) => openEmbedder(config, outgoing),
  inject: [SearchConfig, OutgoingRequests],
};

/** The search index: its passages, its generations, and which passages count. */
@Module({
  providers: [
    DeletedPassages,
    EMBEDDER,
    GenerationsRepository,
    IndexFolder,
    IndexedSourcesRepository,
    Indexing,
    PresentGenerations,
    STORE,
  ],
  exports: [
    DeletedPassages,
    Embedder,
    GenerationsRepository,
    IndexFolder,
    IndexedSourcesRepository,
    Indexing,
    PassageStore,
    PresentGenerations,
  ],
})
export class SearchIndexModule implements OnApplicationShutdown {
  constructor(
    private readonly store: PassageStore,
    private readonly embedder: Embedder,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await this.embedder.close();
    await this.store.close();
  }
}
