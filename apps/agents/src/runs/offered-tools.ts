import { Inject, Injectable } from '@nestjs/common';
import { Invalid, LOG, type Log } from '@pks/platform';
import type { OfferedTool } from '../kinds/tool-kind.ts';
import { InjectToolKinds, type ToolKinds } from '../registry/tool-kinds.ts';
import { type CatalogUse, ToolCatalogs } from '../tools/tool-catalogs.ts';
import type { Tool } from '../tools/tool.entity.ts';
import { ToolsRepository } from '../tools/tools.repository.ts';
import { MOST_TOOLS } from '../tools/tools.service.ts';

/** Lists the tools of projects that can be run. */
@Injectable()
export class OfferedTools {
  constructor(
    private readonly catalogs: ToolCatalogs,
    private readonly tools: ToolsRepository,
    @InjectToolKinds() private readonly kinds: ToolKinds,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** The tools of a project, oldest first. Leaves out, and logs, tools whose stored configuration is no longer valid. */
  async of(use: CatalogUse): Promise<readonly OfferedTool[]> {
    await this.catalogs.ensure(use);
    const all = await this.tools.all(use.projectId, MOST_TOOLS);
    return all.filter(({ toolType }) => this.kinds[toolType].isAvailable).flatMap(this.offered);
  }

  private readonly offered = (tool: Tool): readonly OfferedTool[] => {
    const { id, ownerProjectId, name, description, toolType, retrievalMode } = tool;
    try {
      const { parameters } = this.kinds[toolType].prepare(tool.settings());
      return [{ id, ownerProjectId, name, description, toolType, retrievalMode, parameters }];
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      this.log.warn({ err: error, tool_id: id }, 'a tool is left out: its configuration is not valid');
      return [];
    }
  };
}
