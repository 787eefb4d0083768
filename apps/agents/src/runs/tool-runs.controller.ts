import { type Caller, type ListToolRuns, type RunTool, toolRuns } from '@pks/contracts';
import { type Before, type Fault, type Service, Serves } from '@pks/platform';
import type { ToolResults } from '../kinds/tool-kind.ts';
import { ToolRunsService } from './tool-runs.service.ts';

/** Answers the calls about runs of tools. */
@Serves(toolRuns)
export class ToolRunsController implements Service<typeof toolRuns> {
  readonly before = {
    run: (request, caller) => this.runs.prepare(request, caller),
  } satisfies Before<typeof toolRuns>;

  constructor(private readonly runs: ToolRunsService) {}

  run(_request: RunTool, _caller: Caller, outcome: ToolResults | Fault) {
    return this.runs.resultsOf(outcome);
  }

  list(request: ListToolRuns) {
    return this.runs.list(request);
  }
}
