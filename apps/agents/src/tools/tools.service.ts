import { Injectable } from '@nestjs/common';
import type {
  Caller,
  CreateTool,
  InProject,
  ListTools,
  Page,
  ToolDetail,
  ToolParameter,
  ToolReference,
  Tool as ToolView,
  UpdateTool,
} from '@pks/contracts';
import { Clock, Database, NotFound, NotPossible } from '@pks/platform';
import { InjectToolKinds, type ToolKinds } from '../registry/tool-kinds.ts';
import type { ToolCatalog } from './tool-catalog.entity.ts';
import { ToolCatalogs } from './tool-catalogs.ts';
import { ToolCatalogsRepository } from './tool-catalogs.repository.ts';
import { settingsOf } from './tool-settings.ts';
import { Tool } from './tool.entity.ts';
import { ToolsRepository } from './tools.repository.ts';

/** The most tools of a project. */
export const MOST_TOOLS = 500;

const FULL = `A project has at most ${MOST_TOOLS} tools: delete one first.`;

/** The tools of a project: its members may see and run them, its admins may change them (decisions 7). */
@Injectable()
export class ToolsService {
  constructor(
    private readonly seeding: ToolCatalogs,
    private readonly catalogs: ToolCatalogsRepository,
    private readonly tools: ToolsRepository,
    private readonly database: Database,
    private readonly clock: Clock,
    @InjectToolKinds() private readonly kinds: ToolKinds,
  ) {}

  /** Gives the project its default tools, before a call and outside its transaction. */
  prepare({ project_id: projectId }: InProject, { user_id: userId }: Caller): Promise<void> {
    return this.seeding.ensure({ projectId, userId });
  }

  list(request: ListTools): Promise<Page<ToolView>> {
    return this.tools.list(request);
  }

  async get(reference: ToolReference): Promise<ToolDetail> {
    return (await this.find(reference)).view();
  }

  async parameters(reference: ToolReference): Promise<readonly ToolParameter[]> {
    const tool = await this.find(reference);
    return this.kinds[tool.toolType].prepare(tool.settings()).parameters;
  }

  /** @throws Invalid for settings that do not fit the type; NotPossible when the project has too many tools. */
  create(request: CreateTool): Promise<ToolDetail> {
    const { project_id, name, description, tool_type: toolType, retrieval_mode, configuration } = request;
    const settings = settingsOf(this.kinds, { toolType, retrievalMode: retrieval_mode, configuration });
    return this.add(project_id, (owner) => {
      const createdAt = this.clock.now();
      return Tool.create(owner, { ...settings, name, description, toolType, createdAt });
    });
  }

  /** Changes a tool and all imports of it. @throws Forbidden for an imported tool; Invalid as `create`. */
  update({ project_id, tool_id, ...choices }: UpdateTool): Promise<ToolDetail> {
    return this.database.transaction(async () => {
      const tool = await this.lock(project_id, tool_id);
      tool.assertChangeable();
      const { toolType } = tool;
      const { name = tool.name, description = tool.description } = choices;
      const { retrieval_mode: retrievalMode = tool.retrievalMode } = choices;
      const { configuration = tool.settings().configuration } = choices;
      const settings = settingsOf(this.kinds, { toolType, retrievalMode, configuration });
      if (tool.change({ ...settings, name, description }, this.clock.now())) await this.tools.store(tool);
      return tool.view();
    });
  }

  /** Deletes a tool and all imports of it. @throws Forbidden for an imported tool. */
  remove({ project_id, tool_id }: ToolReference): Promise<void> {
    return this.database.transaction(async () => {
      const tool = await this.lock(project_id, tool_id);
      tool.assertChangeable();
      await this.tools.remove(tool);
    });
  }

  /** Adds a tool to a project, unless the project has it already. @throws NotPossible when the project has too many tools. */
  add(projectId: string, make: (owner: ToolCatalog) => Tool): Promise<ToolDetail> {
    return this.database.transaction(async () => {
      const catalog = await this.catalogs.lock(projectId);
      const tool = make(catalog);
      const known = await this.tools.find(projectId, tool.id);
      if (known) return known.view();
      if (catalog.toolCount >= MOST_TOOLS) throw new NotPossible(FULL);
      await this.tools.insert(tool);
      catalog.toolCount += 1;
      await this.catalogs.store(catalog);
      return tool.view();
    });
  }

  /** The tool as it is now. @throws NotFound */
  async find({ project_id, tool_id }: ToolReference): Promise<Tool> {
    const tool = await this.tools.find(project_id, tool_id);
    if (!tool) throw new NotFound();
    return tool;
  }

  private async lock(projectId: string, id: string): Promise<Tool> {
    const tool = await this.tools.lock(projectId, id);
    if (!tool) throw new NotFound();
    return tool;
  }
}
