import { Module } from '@nestjs/common';
import { SearchIndexModule } from '../search-index/search-index.module.ts';
import { ForgettingInterviews } from './forgetting-interviews.ts';
import { InterviewFollowing } from './interview-following.ts';
import { InterviewSummariesRepository } from './interview-summaries.repository.ts';

/** The summaries of completed interviews. */
@Module({
  imports: [SearchIndexModule],
  controllers: [InterviewFollowing],
  providers: [ForgettingInterviews, InterviewSummariesRepository],
  exports: [InterviewSummariesRepository],
})
export class InterviewSummariesModule {}
