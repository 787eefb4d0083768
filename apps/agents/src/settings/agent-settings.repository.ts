import { Injectable } from '@nestjs/common';
import type { AgentSettings as AgentSettingsView, ListAgentSettings, Page } from '@pks/contracts';
import { Clock, Database, NotFound, pageOf, pageStatement, statement } from '@pks/platform';
import { v7 } from 'uuid';

const DEFAULT_NAME = 'Default';

const SEED = statement<{ id: string }, { project_id: string; id: string; name: string; now: Date }>(
  'agent_settings_seed',
  `INSERT INTO agent_settings (project_id, id, name, is_default, created_at)
   VALUES (:project_id, :id, :name, true, :now) ON CONFLICT (project_id) WHERE is_default DO NOTHING RETURNING id`,
);

const LIST = pageStatement<AgentSettingsView>('agent_settings_list', {
  results: `SELECT id, name, is_default, created_at FROM agent_settings WHERE project_id = :project_id`,
  order: 'is_default DESC, created_at, id',
  show: 'SELECT page.id, page.name, page.is_default',
});

interface Found {
  readonly id: string;
  readonly name: string;
}

/** Finds the default settings if the id is null. */
const FIND = statement<Found, { project_id: string; id: string | null }>(
  'agent_settings_find',
  `SELECT id, name FROM agent_settings
    WHERE project_id = :project_id AND CASE WHEN :id::uuid IS NULL THEN is_default ELSE id = :id END`,
);

/** Reads the settings of agents. A project has default settings from its first use on. */
@Injectable()
export class AgentSettingsRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The default settings first, then the others, oldest first. */
  async list({ project_id, limit, offset }: ListAgentSettings): Promise<Page<AgentSettingsView>> {
    await this.defaultOf(project_id);
    return pageOf(await this.database.rows(LIST, { project_id, limit, offset }));
  }

  /** The id of these settings; of the default settings if `id` is null. @throws NotFound */
  async idOf(project_id: string, id: string | null): Promise<string> {
    return (await (id === null ? this.defaultOf(project_id) : this.find(project_id, id))).id;
  }

  /** The name of these settings. @throws NotFound */
  async nameOf(project_id: string, id: string): Promise<string> {
    return (await this.find(project_id, id)).name;
  }

  private async find(project_id: string, id: string | null): Promise<Found> {
    const [found] = await this.database.rows(FIND, { project_id, id });
    if (!found) throw new NotFound();
    return found;
  }

  /** The default settings, which are inserted if there are none: of several concurrent calls, one inserts them. */
  private async defaultOf(project_id: string): Promise<Found> {
    const [found] = await this.database.rows(FIND, { project_id, id: null });
    if (found) return found;
    await this.database.rows(SEED, { project_id, id: v7(), name: DEFAULT_NAME, now: this.clock.now() });
    return this.find(project_id, null);
  }
}
