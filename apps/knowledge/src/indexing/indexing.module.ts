import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { DocumentReadingsRepository } from '../documents/document-readings.repository.ts';
import { KnowledgeConfig } from '../knowledge.config.ts';
import { Embedder } from '../search/embedder.ts';
import { openEmbedder } from '../search/open-embedder.ts';
import { PassageStore } from '../search/passage-store.ts';
import { Attempts } from './attempts.ts';
import { GenerationDropping } from './generation-dropping.ts';
import { GenerationFilling } from './generation-filling.ts';
import { GenerationKeeping } from './generation-keeping.ts';
import { GenerationsRepository } from './generations.repository.ts';
import { IndexedSourcesRepository } from './indexed-sources.repository.ts';
import { Indexing } from './indexing.ts';
import { LackingSourcesRepository } from './lacking-sources.repository.ts';
import { MeaningMaking } from './meaning-making.ts';
import { PassagesTidying } from './passages-tidying.ts';
import { SourceContents } from './source-contents.ts';
import { SourceIndexing } from './source-indexing.ts';

const STORE = {
  provide: PassageStore,
  useFactory: ({ searchIndex }: KnowledgeConfig) => new PassageStore({ location: searchIndex }),
  inject: [KnowledgeConfig],
};

const EMBEDDER = {
  provide: Embedder,
  useFactory: (config: KnowledgeConfig) => openEmbedder(config),
  inject: [KnowledgeConfig],
};

/** What of documents and published artifacts is found, and how the search index follows them. */
@Module({
  providers: [
    Attempts,
    DocumentReadingsRepository,
    EMBEDDER,
    GenerationDropping,
    GenerationFilling,
    GenerationKeeping,
    GenerationsRepository,
    IndexedSourcesRepository,
    Indexing,
    LackingSourcesRepository,
    MeaningMaking,
    PassagesTidying,
    SourceContents,
    SourceIndexing,
    STORE,
  ],
  exports: [Embedder, GenerationsRepository, Indexing, PassageStore],
})
export class IndexingModule implements OnApplicationShutdown {
  constructor(
    private readonly store: PassageStore,
    private readonly embedder: Embedder,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await this.embedder.close();
    await this.store.close();
  }
}
