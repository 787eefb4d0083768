import {
  type Caller,
  type CreateTool,
  type ImportTool,
  type ListTools,
  type ToolReference,
  type UpdateTool,
  tools,
} from '@pks/contracts';
import { type Before, type Service, Serves } from '@pks/platform';
import { ToolImporting } from './tool-importing.ts';
import { ToolsService } from './tools.service.ts';

/** Answers the calls about tools. */
@Serves(tools)
export class ToolsController implements Service<typeof tools> {
  /** A project gets its default tools before the transaction, because the identity service is asked for the project's name. */
  readonly before = {
    list: (request, caller) => this.service.prepare(request, caller),
    create: (request, caller) => this.service.prepare(request, caller),
    import: (request, caller) => this.prepareImport(request, caller),
  } satisfies Before<typeof tools>;

  constructor(
    private readonly service: ToolsService,
    private readonly importing: ToolImporting,
  ) {}

  list(request: ListTools) {
    return this.service.list(request);
  }

  create(request: CreateTool) {
    return this.service.create(request);
  }

  get(request: ToolReference) {
    return this.service.get(request);
  }

  update(request: UpdateTool) {
    return this.service.update(request);
  }

  remove(request: ToolReference) {
    return this.service.remove(request);
  }

  import(request: ImportTool, _caller: Caller, owner: string) {
    return this.importing.import(request, owner);
  }

  parameters(request: ToolReference) {
    return this.service.parameters(request);
  }

  private async prepareImport(request: ImportTool, caller: Caller): Promise<string> {
    const owner = await this.importing.prepare(request, caller);
    await this.service.prepare(request, caller);
    return owner;
  }
}
