import { Injectable } from '@nestjs/common';
import type { ArtifactVersion, Caller, InterviewReport, WriteInterview } from '@pks/contracts';
import { Database, Invalid, type Json, NotFound } from '@pks/platform';
import type { Artifact } from '../artifacts/artifact.entity.ts';
import { ArtifactsRepository } from '../artifacts/artifacts.repository.ts';
import { EditSources } from '../versions/edit-sources.ts';
import { VersionsRepository } from '../versions/versions.repository.ts';
import { VersionsService } from '../versions/versions.service.ts';
import { withReport } from './with-report.ts';

const NO_ARTIFACT = 'There is no such artifact in this project.';
const NO_MARKDOWN = 'An interview can only be written to an artifact of the technical type `markdown`.';

/** Writes completed interviews to artifacts (api.md, `write_scope`). */
@Injectable()
export class InterviewWritingService {
  constructor(
    private readonly versions: VersionsService,
    private readonly rows: VersionsRepository,
    private readonly artifacts: ArtifactsRepository,
    private readonly editSources: EditSources,
    private readonly database: Database,
  ) {}

  /**
   * Appends a new head: the current one with the report at its end. The artifact's lock ensures that this happens once per
   * interview and artifact; later calls return that version. @throws Invalid keyed to `slug` for an artifact that cannot take
   * the report.
   */
  write(request: WriteInterview, report: InterviewReport, caller: Caller): Promise<Json<ArtifactVersion>> {
    const { project_id, slug } = request;
    const { id, type, name } = report;
    return this.database.transaction(async () => {
      const artifact = await this.lock(project_id, slug);
      const written = await this.rows.withInterview(artifact, id);
      if (written !== undefined) return this.rows.view({ project_id, slug, version_number: written });
      const payload = withReport(await this.headOf(artifact), report);
      const content = {
        payload,
        shortName: name,
        changeSummary: `Added the interview "${name}".`,
        editSource: this.editSources.assistant,
        coachConversationId: id,
        writtenInterviewId: id,
        conversation: { id, type, name },
      };
      return this.versions.appendTo(artifact, caller, content, `, with the interview "${name}",`);
    });
  }

  private async lock(projectId: string, slug: string): Promise<Artifact> {
    try {
      return await this.artifacts.lock(projectId, slug);
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      throw Invalid.field('slug', NO_ARTIFACT);
    }
  }

  /** The Markdown of a locked artifact; empty without versions. */
  private async headOf(artifact: Artifact): Promise<string> {
    if (artifact.technicalType !== 'markdown') throw Invalid.field('slug', NO_MARKDOWN);
    if (artifact.headVersionNumber === 0) return '';
    const { payload } = await this.rows.require(artifact, artifact.headVersionNumber);
    if (typeof payload !== 'string') throw Invalid.field('slug', NO_MARKDOWN);
    return payload;
  }
}
