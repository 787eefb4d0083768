import { Injectable } from '@nestjs/common';
import { type Caller, type ImportTool, type ToolDetail, standings } from '@pks/contracts';
import { BusClient, Clock, Database, Invalid, NotFound, inProject } from '@pks/platform';
import type { Tool } from './tool.entity.ts';
import { ToolsRepository } from './tools.repository.ts';
import { ToolsService } from './tools.service.ts';

const OWN = 'This tool belongs to this project already.';

/** Imports tools of other projects, for users who administer both projects (decisions 7). */
@Injectable()
export class ToolImporting {
  constructor(
    private readonly tools: ToolsRepository,
    private readonly service: ToolsService,
    private readonly bus: BusClient,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * The id of the project that owns the tool. Called before the transaction. @throws NotFound if there is no such tool or the
   * caller does not administer its project; Invalid if the tool belongs to the importing project.
   */
  async prepare(request: ImportTool, { user_id }: Caller): Promise<string> {
    const owner = await this.tools.ownerOf(request.tool_id);
    if (owner === undefined) throw new NotFound();
    const { permissions } = await this.bus.call(standings.calls.of, { project_id: owner, user_id });
    if (!permissions.includes('CAN_PERFORM_ADMIN_ACTIONS')) throw new NotFound();
    if (owner === request.project_id) throw Invalid.field('tool_id', OWN);
    return owner;
  }

  /** Imports a tool from its owner; importing it again changes nothing. @throws NotFound when it was deleted meanwhile. */
  import({ project_id, tool_id }: ImportTool, owner: string): Promise<ToolDetail> {
    return this.database.transaction(async () => {
      const tool = await this.original(owner, tool_id);
      return this.service.add(project_id, () => tool.importedBy(project_id, this.clock.now()));
    });
  }

  /** The tool in its own project, which cannot be deleted until this transaction ends. */
  private async original(owner: string, id: string): Promise<Tool> {
    const tool = await inProject(owner, () => this.tools.share(owner, id));
    if (!tool) throw new NotFound();
    return tool;
  }
}
