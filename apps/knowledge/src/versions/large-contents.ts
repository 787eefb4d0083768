import { Injectable } from '@nestjs/common';
import type { AppendVersion, TechnicalType } from '@pks/contracts';
import { Invalid } from '@pks/platform';
import { ArtifactsRepository } from '../artifacts/artifacts.repository.ts';
import { ContentThread } from '../content/content-thread.ts';

/** A shorter text is parsed in less time than it takes to hand it over. Characters. */
const LARGE = 16 * 1024;

/** Validates large contents in the content thread, before a transaction holds a connection and the artifact. */
@Injectable()
export class LargeContents {
  private readonly validated = new WeakSet<AppendVersion>();

  constructor(
    private readonly artifacts: ArtifactsRepository,
    private readonly thread: ContentThread,
  ) {}

  /** Does nothing for a content that is not large or is validated quickly. @throws Invalid keyed to `payload`. */
  async validate(request: AppendVersion): Promise<void> {
    const { project_id, slug, payload } = request;
    if (typeof payload !== 'string' || payload.length < LARGE) return;
    const { technicalType } = await this.artifacts.find(project_id, slug);
    if (technicalType !== 'bpmn_xml') return;
    const reason = await this.thread.run(project_id, 'bpmnFault', payload);
    if (reason !== undefined) throw Invalid.field('payload', reason);
    this.validated.add(request);
  }

  /** Whether the content of this request was validated here for an artifact of this type, which may have replaced another since. */
  isValidated(request: AppendVersion, type: TechnicalType, payload: unknown): payload is string {
    return type === 'bpmn_xml' && typeof payload === 'string' && this.validated.has(request);
  }
}
