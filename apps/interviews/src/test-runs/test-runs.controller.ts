import {
  type Caller,
  type JumpToTopic,
  type ListTestRunMessages,
  type StartTestRun,
  type TestRunMessage,
  type TestRunReference,
  testRuns,
} from '@pks/contracts';
import { type Before, type Service, Serves } from '@pks/platform';
import type { FollowUp } from '../conversation/follow-ups.ts';
import { TestRunsRepository } from './test-runs.repository.ts';
import { TestRunsService } from './test-runs.service.ts';

/** Answers the calls about test runs of drafts. */
@Serves(testRuns)
export class TestRunsController implements Service<typeof testRuns> {
  /** The language model is asked before the transaction begins. */
  readonly before = {
    send: (request) => this.service.prepare(request),
  } satisfies Before<typeof testRuns>;

  constructor(
    private readonly service: TestRunsService,
    private readonly runs: TestRunsRepository,
  ) {}

  start(request: StartTestRun, caller: Caller) {
    return this.service.start(request, caller);
  }

  get(request: TestRunReference) {
    return this.runs.view(request);
  }

  send(request: TestRunMessage, _caller: Caller, followUp: FollowUp | null) {
    return this.service.send(request, followUp);
  }

  list(request: ListTestRunMessages) {
    return this.runs.entries(request);
  }

  jump(request: JumpToTopic) {
    return this.service.jump(request);
  }

  complete(request: TestRunReference) {
    return this.service.complete(request);
  }

  abandon(request: TestRunReference) {
    return this.service.abandon(request);
  }
}
