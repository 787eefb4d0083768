import { Injectable } from '@nestjs/common';
import type { InterviewDraft, ProjectPage } from '@pks/contracts';
import {
  Database,
  type JsonPage,
  NotFound,
  SLICE_BYTES,
  SlicedPages,
  type Slot,
  caseless,
  lookedUp,
  statement,
  withinSlice,
} from '@pks/platform';
import { DRAFT, DRAFT_JOINS, type DraftRow, draftJson } from './draft-row.ts';
import { Draft } from './draft.entity.ts';
import { InterviewPages } from './interview-pages.ts';
import { testRunsSize } from './test-run-row.ts';

/** A slot of a page, with the number of all drafts. */
type Listed = Slot<DraftRow> & { readonly total: number };

interface OnPages {
  /** The address of the web pages. */
  readonly pages: string;
}

interface Sliced extends OnPages {
  readonly project_id: string;
  readonly ids: readonly string[];
}

const NEWEST_FIRST = 'created_at DESC, id DESC';

/** The first drafts of a page, and only the ids of the others if the page is large. The plan does not see the limit, so one plan serves all. */
const LIST = statement<Listed, ProjectPage & OnPages>(
  'drafts_list',
  `WITH page AS MATERIALIZED (
     SELECT id, created_at, size + ${testRunsSize('drafts.id')} AS size, ${caseless('campaign_name')} AS campaign_key
       FROM drafts WHERE project_id = :project_id
      ORDER BY ${NEWEST_FIRST} LIMIT (SELECT :limit::bigint) OFFSET (SELECT :offset::bigint)),
   counted AS (SELECT count(*) AS total FROM drafts WHERE project_id = :project_id),
   slots AS (SELECT page.*, ${withinSlice(NEWEST_FIRST)} FROM page)
   SELECT counted.total, slots.id AS slot, slots.size, ${DRAFT}
     FROM counted
     LEFT JOIN slots ON true
     LEFT JOIN drafts d ON d.project_id = :project_id AND d.id = slots.id AND slots.is_within ${DRAFT_JOINS}
    ORDER BY slots.created_at DESC, slots.id DESC`,
);

const SLICE = statement<DraftRow, Sliced>(
  'drafts_slice',
  `WITH slots AS MATERIALIZED (
     SELECT wanted.id, wanted.place, ${caseless('d.campaign_name')} AS campaign_key,
            sum(sized.bytes) OVER (ORDER BY wanted.place) - sized.bytes AS before
       FROM unnest(:ids::uuid[]) WITH ORDINALITY wanted (id, place)
       ${lookedUp('drafts', 'd', 'd.project_id = :project_id AND d.id = wanted.id')}
      CROSS JOIN LATERAL (SELECT d.size::bigint + ${testRunsSize('d.id')} AS bytes) sized)
   SELECT ${DRAFT}
     FROM slots ${lookedUp('drafts', 'd', 'd.project_id = :project_id AND d.id = slots.id')} ${DRAFT_JOINS}
    WHERE slots.before < ${SLICE_BYTES}
    ORDER BY slots.place`,
);

const REMOVE = statement<{ id: string }>(
  'drafts_remove',
  'DELETE FROM drafts WHERE project_id = :project_id AND id = :id RETURNING id',
);

/** Reads and writes drafts. */
@Injectable()
export class DraftsRepository {
  constructor(
    private readonly database: Database,
    private readonly pages: SlicedPages,
    private readonly interviewPages: InterviewPages,
  ) {}

  /** Drafts, newest first. @throws as `LargePages`. */
  async list(request: ProjectPage): Promise<JsonPage<InterviewDraft>> {
    const { project_id } = request;
    const slots = await this.database.rows(LIST, { ...request, pages: this.interviewPages.base });
    const read = (ids: readonly string[]) => this.slice(project_id, ids);
    return this.pages.of(project_id, { count: slots[0]?.total ?? 0, slots, read, json: draftJson });
  }

  /** The JSON of a draft. @throws NotFound */
  async view(project_id: string, id: string): Promise<string> {
    const [row] = await this.slice(project_id, [id]);
    if (!row) throw new NotFound();
    return draftJson(row);
  }

  /** The draft as it is now. @throws NotFound */
  async read(projectId: string, id: string): Promise<Draft> {
    const draft = await this.database.find(Draft, { projectId, id });
    if (!draft) throw new NotFound();
    return draft;
  }

  /** The draft, locked until the end of the transaction. @throws NotFound */
  async lock(projectId: string, id: string): Promise<Draft> {
    const draft = await this.database.lock(Draft, { projectId, id }, 'for_no_key_update');
    if (!draft) throw new NotFound();
    return draft;
  }

  /** Inserts a draft, whose creator must be a participant already. */
  async insert(draft: Draft): Promise<void> {
    await this.database.manager.insert(Draft, draft);
  }

  /** Writes the columns of a locked draft that can change. */
  async store({
    projectId,
    id,
    name,
    isNamed,
    campaignName,
    content,
    size,
    updatedAt,
  }: Draft): Promise<void> {
    const columns = { name, isNamed, campaignName, content, size, updatedAt };
    await this.database.manager.update(Draft, { projectId, id }, columns);
  }

  /** Deletes a draft and returns whether it existed: of transactions that race to delete it, one gets true. */
  async remove(project_id: string, id: string): Promise<boolean> {
    const removed = await this.database.rows(REMOVE, { project_id, id });
    return removed.length > 0;
  }
  private slice(project_id: string, ids: readonly string[]): Promise<DraftRow[]> {
    return this.database.rows(SLICE, { project_id, ids, pages: this.interviewPages.base });
  }
}
