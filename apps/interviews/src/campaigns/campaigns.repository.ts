import { Injectable } from '@nestjs/common';
import type { Campaign, CampaignReference, Page, ProjectPage } from '@pks/contracts';
import { Database, caseless, lookedUp, pageOf, pageStatement, statement } from '@pks/platform';
import type { Counted } from './counted.ts';

const LIST = pageStatement<Campaign, ProjectPage>('campaigns_list', {
  results: 'SELECT id, name, created_at, interview_count FROM campaigns WHERE project_id = :project_id',
  order: 'created_at DESC, id DESC',
  total: `SELECT coalesce(max(campaigns), 0)::bigint AS total FROM interview_totals WHERE project_id = :project_id`,
  planOnce: true,
});

/** Holds the names of a project's campaigns until the end of the transaction, as any number of transactions may. */
const HOLD_NAMES = statement<object>(
  'campaigns_hold_names',
  `SELECT pg_advisory_xact_lock_shared(hashtextextended('names of campaigns ' || :project_id::uuid, 0))`,
);

/** Locks the names, once no other transaction holds or locks them. */
const LOCK_NAMES = statement<object>(
  'campaigns_lock_names',
  `SELECT pg_advisory_xact_lock(hashtextextended('names of campaigns ' || :project_id::uuid, 0))`,
);

/** Drafts refer to their campaign by its name, ignoring case. Their `updated_at` stays, because nobody changed the drafts. */
const RENAME_IN_DRAFTS = statement<object>(
  'campaigns_rename_in_drafts',
  `UPDATE drafts
      SET campaign_name = :name::text,
          size = size + octet_length(JSON_SCALAR(:name::text)::text) - octet_length(JSON_SCALAR(campaign_name)::text)
    WHERE project_id = :project_id
      AND id = ANY (ARRAY(SELECT d.id FROM searchable_drafts d
                           WHERE d.project_id = :project_id
                             AND ${caseless('d.campaign_name')} = (
                               SELECT name_key FROM campaigns WHERE project_id = :project_id AND id = :id)))`,
);

const RENAME = statement<Campaign>(
  'campaigns_rename',
  `UPDATE campaigns SET name = :name::text, name_key = ${caseless(':name::text')}
    WHERE project_id = :project_id AND id = :id
RETURNING id, name, created_at, interview_count`,
);

/** The campaign of this name, new or known. An update without effect locks a known one. */
const OPEN = statement<CampaignReference>(
  'campaigns_open',
  `INSERT INTO campaigns AS known (project_id, id, name, name_key, created_at, last_activity_at, interview_count,
                                   pending_count, in_progress_count, completed_count)
   VALUES (:project_id, :id, :name::text, ${caseless(':name::text')}, :now, :now, 0, 0, 0, 0)
   ON CONFLICT (project_id, name_key) DO UPDATE SET name = known.name
RETURNING id, name`,
);

const FIND = statement<CampaignReference>(
  'campaigns_find',
  'SELECT id, name FROM campaigns WHERE project_id = :project_id AND id = :id',
);

const LOCK = statement<CampaignReference>(
  'campaigns_lock',
  'SELECT id, name FROM campaigns WHERE project_id = :project_id AND id = :id FOR NO KEY UPDATE',
);

/** The campaign with the first of these names that any campaign has, ignoring case. */
const NAMED = statement<CampaignReference>(
  'campaigns_named',
  `SELECT c.id, c.name
     FROM unnest(:names::text[]) WITH ORDINALITY given (name, place)
     ${lookedUp('campaigns', 'c', `c.project_id = :project_id AND c.name_key = ${caseless('given.name')}`)}
    ORDER BY given.place LIMIT 1`,
);

const COUNT = statement<{ interview_count: number }>(
  'campaigns_count',
  `UPDATE campaigns
      SET interview_count = interview_count + :all::integer, pending_count = pending_count + :pending::integer,
          in_progress_count = in_progress_count + :in_progress::integer,
          completed_count = completed_count + :completed::integer,
          last_activity_at = greatest(last_activity_at, :active_at::timestamptz)
    WHERE project_id = :project_id AND id = :id
RETURNING interview_count`,
);

/** By how much the counts of a campaign's interviews change. */
export type CampaignChange = Partial<Readonly<Record<Counted, number>>>;

/** Reads and writes campaigns. */
@Injectable()
export class CampaignsRepository {
  constructor(private readonly database: Database) {}

  /** Campaigns, newest first. */
  async list(request: ProjectPage): Promise<Page<Campaign>> {
    return pageOf(await this.database.rows(LIST, request));
  }

  /** Until the end of the transaction, no campaign of the project is renamed, so names keep meaning the same campaigns. */
  async holdNames(project_id: string): Promise<void> {
    await this.database.rows(HOLD_NAMES, { project_id });
  }

  /**
   * Renames the campaign, also in its drafts, and returns it; undefined when there is none. Waits for transactions that hold
   * the names, and locks the drafts before the campaign. @throws QueryFailedError of `campaigns_project_name`.
   */
  async rename(project_id: string, id: string, name: string): Promise<Campaign | undefined> {
    await this.database.rows(LOCK_NAMES, { project_id });
    await this.database.rows(RENAME_IN_DRAFTS, { project_id, id, name });
    const [renamed] = await this.database.rows(RENAME, { project_id, id, name });
    return renamed;
  }

  /** The campaign with this name, ignoring case and encoding (NFC, NFD); undefined when there is none. */
  async named(project_id: string, name: string): Promise<CampaignReference | undefined> {
    const names = [name.normalize('NFC'), name.normalize('NFD')];
    const [known] = await this.database.rows(NAMED, { project_id, names });
    return known;
  }

  /** The name as its campaign spells it; without such a campaign normalized, so that names that look the same are equal. */
  async spelled(project_id: string, name: string): Promise<string> {
    return (await this.named(project_id, name))?.name ?? name.normalize('NFC');
  }

  /** The campaign with this name, locked; a new one gets this id. Of requests that race to create it, one does. */
  async open(project_id: string, id: string, name: string, now: Date): Promise<CampaignReference> {
    const spelled = await this.spelled(project_id, name);
    const [opened] = await this.database.rows(OPEN, { project_id, id, name: spelled, now });
    return opened ?? { id, name: spelled };
  }

  /** The campaign; undefined when there is none. */
  async find(project_id: string, id: string): Promise<CampaignReference | undefined> {
    const [found] = await this.database.rows(FIND, { project_id, id });
    return found;
  }

  /** A campaign, locked; undefined when there is none. */
  async lock(project_id: string, id: string): Promise<CampaignReference | undefined> {
    const [locked] = await this.database.rows(LOCK, { project_id, id });
    return locked;
  }

  /** Counts interviews that were added, moved or deleted, and returns the campaign's new count. Unless null, `active_at` is activity of the campaign. */
  async count(
    project_id: string,
    id: string,
    change: CampaignChange,
    active_at: Date | null,
  ): Promise<number> {
    const { pending = 0, in_progress = 0, completed = 0, none = 0 } = change;
    const all = pending + in_progress + completed + none;
    const values = { project_id, id, all, pending, in_progress, completed, active_at };
    const [counted] = await this.database.rows(COUNT, values);
    return counted?.interview_count ?? 0;
  }
}
