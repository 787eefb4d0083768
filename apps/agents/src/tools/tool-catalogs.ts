import { Injectable } from '@nestjs/common';
import { TOOL_TYPES, type ToolType, standings } from '@pks/contracts';
import { BusClient, Clock, Database } from '@pks/platform';
import { LRUCache } from 'lru-cache';
import { InjectToolKinds, type ToolKinds } from '../registry/tool-kinds.ts';
import { DEFAULT_TOOLS } from './default-tools.ts';
import type { ToolCatalog } from './tool-catalog.entity.ts';
import { ToolCatalogsRepository } from './tool-catalogs.repository.ts';
import { Tool } from './tool.entity.ts';
import { ToolsRepository } from './tools.repository.ts';

/** How many projects this process remembers as having all their default tools. */
const MOST_REMEMBERED = 10_000;
/** A name that was looked up may be some seconds old, so it counts as known only since this long before. Milliseconds. */
const KNOWN_AGE_MS = 60_000;

/** The project whose catalog is used, and the user who uses it. */
export interface CatalogUse {
  readonly projectId: string;
  readonly userId: string;
}

/**
 * Gives a project its default tools on its first use: those of the types that the installation can run. If the installation
 * can run a type only later, its tool is added then; a deleted tool never comes back.
 */
@Injectable()
export class ToolCatalogs {
  private readonly complete = new LRUCache<string, true>({ max: MOST_REMEMBERED });
  private readonly available: readonly ToolType[];

  constructor(
    private readonly catalogs: ToolCatalogsRepository,
    private readonly tools: ToolsRepository,
    private readonly database: Database,
    private readonly bus: BusClient,
    private readonly clock: Clock,
    @InjectToolKinds() kinds: ToolKinds,
  ) {
    this.available = TOOL_TYPES.filter((type) => kinds[type].isAvailable);
  }

  /** To be called before a transaction that reads or changes the tools of a project. */
  async ensure({ projectId, userId }: CatalogUse): Promise<void> {
    if (this.complete.has(projectId)) return;
    const seeded = await this.catalogs.seededTypes(projectId);
    if (seeded === undefined) await this.make({ projectId, userId });
    if (this.lacking(seeded).length > 0) await this.seed(projectId);
    this.complete.set(projectId, true);
  }

  /**
   * A renaming that was handled before the catalog existed changed nothing, so looks the name up once more afterwards. If that
   * fails, the first name stays until the next renaming.
   */
  private async make({ projectId, userId }: CatalogUse): Promise<void> {
    const known = this.clock.now().getTime() - KNOWN_AGE_MS;
    const nameNow = async (): Promise<string> => {
      const membership = { project_id: projectId, user_id: userId };
      return (await this.bus.call(standings.calls.of, membership)).project_name;
    };
    const name = await nameNow();
    if (!(await this.catalogs.make(projectId, name, new Date(known)))) return;
    const later = await nameNow();
    if (later === name) return;
    await this.database.transaction(() => this.catalogs.rename(projectId, later, new Date(known + 1)));
  }

  /** Of several concurrent calls, one inserts the tools; the others wait for its commit. */
  private seed(projectId: string): Promise<void> {
    return this.database.transaction(async () => {
      const catalog = await this.catalogs.lock(projectId);
      const types = this.lacking(catalog.seededTypes);
      if (types.length === 0) return;
      await this.tools.insert(...types.map((type) => this.made(catalog, type)));
      catalog.seededTypes.push(...types);
      catalog.toolCount += types.length;
      await this.catalogs.store(catalog);
    });
  }

  private lacking(seeded: readonly ToolType[] = []): readonly ToolType[] {
    return this.available.filter((type) => !seeded.includes(type));
  }

  /**
   * Default tools are dated one millisecond apart, so that lists have them in the order of their types; all before now, so that lists have
   * them before a tool that is created immediately afterwards.
   */
  private made(owner: ToolCatalog, toolType: ToolType): Tool {
    const createdAt = new Date(this.clock.now().getTime() - TOOL_TYPES.length + TOOL_TYPES.indexOf(toolType));
    return Tool.create(owner, { ...DEFAULT_TOOLS[toolType], configuration: {}, toolType, createdAt });
  }
}
