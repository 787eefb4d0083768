import { type ListToolRuns, type RunTool, toolRuns } from '@pks/contracts';
import { type Before, type Service, Serves } from '@pks/platform';
import { ToolRunsService } from './tool-runs.service.ts';

/** Answers the calls about runs of tools. */
@Serves(toolRuns)
export class ToolRunsController implements Service<typeof toolRuns> {
  readonly before: Before<typeof toolRuns> = {
    run: (request, caller) => this.runs.prepare(request, caller),
  };

  constructor(private readonly runs: ToolRunsService) {}

  run(request: RunTool) {
    return this.runs.resultsOf(request);
  }

  list(request: ListToolRuns) {
    return this.runs.list(request);
  }
}
