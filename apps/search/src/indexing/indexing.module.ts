import { Module } from '@nestjs/common';
import { ArtifactTexts } from '../artifact-texts/artifact-texts.ts';
import { SearchIndexModule } from '../search-index/search-index.module.ts';
import { SourcesModule } from '../sources/sources.module.ts';
import { Attempts } from './attempts.ts';
import { GenerationBeginning } from './generation-beginning.ts';
import { GenerationBuilding } from './generation-building.ts';
import { GenerationDropping } from './generation-dropping.ts';
import { GenerationFilling } from './generation-filling.ts';
import { GenerationKeeping } from './generation-keeping.ts';
import { LackingSourcesRepository } from './lacking-sources.repository.ts';
import { MeaningMaking } from './meaning-making.ts';
import { PassageEmbedding } from './passage-embedding.ts';
import { PassagesErasing } from './passages-erasing.ts';
import { PassagesTidying } from './passages-tidying.ts';
import { SourceContents } from './source-contents.ts';
import { SourceIndexing } from './source-indexing.ts';
import { TidyingJobs } from './tidying-jobs.ts';

/** The jobs that keep the search index up to date with documents, published artifacts and completed interviews. */
@Module({
  imports: [SearchIndexModule, SourcesModule],
  providers: [
    ArtifactTexts,
    Attempts,
    GenerationBeginning,
    GenerationBuilding,
    GenerationDropping,
    GenerationFilling,
    GenerationKeeping,
    LackingSourcesRepository,
    MeaningMaking,
    PassageEmbedding,
    PassagesErasing,
    PassagesTidying,
    SourceContents,
    SourceIndexing,
    TidyingJobs,
  ],
})
export class IndexingModule {}
