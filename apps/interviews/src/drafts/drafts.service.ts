import { Injectable } from '@nestjs/common';
import type {
  Caller,
  ClonedDraft,
  CreateDraft,
  DraftReference,
  InterviewDraft,
  ProjectPage,
  UpdateDraft,
} from '@pks/contracts';
import { Clock, Database, Json, type JsonPage, NotFound, ParticipantsRepository } from '@pks/platform';
import { assertOneCampaign, noSuchCampaign } from '../campaigns/campaign-choice.ts';
import { CampaignsRepository } from '../campaigns/campaigns.repository.ts';
import { Draft } from './draft.entity.ts';
import { DraftsRepository } from './drafts.repository.ts';

const CLONED = 'The draft was cloned. Nothing was sent.';

/**
 * Drafts of interviews (api.md Interviews, decisions 6). A transaction takes its locks in this order: the names of campaigns, the
 * participant, the draft.
 */
@Injectable()
export class DraftsService {
  constructor(
    private readonly drafts: DraftsRepository,
    private readonly campaigns: CampaignsRepository,
    private readonly participants: ParticipantsRepository,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Drafts, newest first. */
  list(request: ProjectPage): Promise<JsonPage<InterviewDraft>> {
    return this.drafts.list(request);
  }

  /** @throws NotFound */
  async get({ project_id, draft_id }: DraftReference): Promise<Json<InterviewDraft>> {
    return new Json(await this.drafts.view(project_id, draft_id));
  }

  /** @throws Invalid keyed to `campaign_id`; NotPossible when the draft is too large. */
  create({ project_id, ...fields }: CreateDraft, caller: Caller): Promise<Json<InterviewDraft>> {
    return this.database.transaction(async () => {
      await this.campaigns.holdNames(project_id);
      const campaign = await this.campaignOf(project_id, fields);
      const made = { projectId: project_id, createdById: caller.user_id, createdAt: this.clock.now() };
      const draft = Draft.of(made, { ...fields, campaign });
      return new Json(await this.insert(draft, caller));
    });
  }

  /** Writes nothing when nothing has changed. @throws NotFound; Invalid and NotPossible as `create` does. */
  update({ project_id, draft_id, ...fields }: UpdateDraft): Promise<Json<InterviewDraft>> {
    return this.database.transaction(async () => {
      await this.campaigns.holdNames(project_id);
      const draft = await this.drafts.lock(project_id, draft_id);
      const campaign = await this.campaignOf(project_id, fields);
      if (draft.change({ ...fields, campaign }, this.clock.now())) await this.drafts.store(draft);
      return new Json(await this.drafts.view(project_id, draft_id));
    });
  }

  /** Copies a draft; the caller is the creator of the copy. @throws NotFound */
  clone({ project_id, draft_id }: DraftReference, caller: Caller): Promise<Json<ClonedDraft>> {
    return this.database.transaction(async () => {
      await this.campaigns.holdNames(project_id);
      const draft = await this.drafts.read(project_id, draft_id);
      const made = { projectId: project_id, createdById: caller.user_id, createdAt: this.clock.now() };
      const json = await this.insert(draft.copy(made), caller);
      return new Json(`{"message":${JSON.stringify(CLONED)},"cloned_draft":${json}}`);
    });
  }

  /** @throws NotFound */
  async remove({ project_id, draft_id }: DraftReference): Promise<void> {
    const isRemoved = await this.database.transaction(() => this.drafts.remove(project_id, draft_id));
    if (!isRemoved) throw new NotFound();
  }

  private async insert(draft: Draft, caller: Caller): Promise<string> {
    const { projectId, id } = draft;
    await this.participants.keep(projectId, caller);
    await this.drafts.insert(draft);
    return this.drafts.view(projectId, id);
  }

  /** The name of the campaign in a request: null for no campaign, undefined if the request does not say. */
  private async campaignOf(
    projectId: string,
    choice: Pick<CreateDraft, 'campaign_id' | 'campaign_name'>,
  ): Promise<string | null | undefined> {
    assertOneCampaign(choice);
    const { campaign_id: id, campaign_name: name } = choice;
    if (id === undefined && name === undefined) return undefined;
    if (typeof id !== 'string') {
      const isNamed = typeof name === 'string' && name !== '';
      return isNamed ? this.campaigns.spelled(projectId, name) : null;
    }
    const known = await this.campaigns.find(projectId, id);
    if (!known) throw noSuchCampaign();
    return known.name;
  }
}
