import { Module } from '@nestjs/common';
import { SearchIndexModule } from '../search-index/search-index.module.ts';
import { SourcesModule } from '../sources/sources.module.ts';
import { CopyingInterviews } from './copying-interviews.ts';
import { ForgettingInterviews } from './forgetting-interviews.ts';
import { InterviewCopies } from './interview-copies.ts';
import { InterviewFollowing } from './interview-following.ts';
import { InterviewSummariesRepository } from './interview-summaries.repository.ts';

/** The summaries of completed interviews. */
@Module({
  imports: [SearchIndexModule, SourcesModule],
  controllers: [InterviewFollowing],
  providers: [CopyingInterviews, ForgettingInterviews, InterviewCopies, InterviewSummariesRepository],
  exports: [InterviewSummariesRepository],
})
export class InterviewSummariesModule {}
