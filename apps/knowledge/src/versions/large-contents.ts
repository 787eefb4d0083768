import { Injectable } from '@nestjs/common';
import type { AppendVersion } from '@pks/contracts';
import { Invalid } from '@pks/platform';
import { ArtifactsRepository } from '../artifacts/artifacts.repository.ts';
import { ContentThread } from '../content/content-thread.ts';

/** A shorter text is parsed in less time than it takes to hand it to a thread. Characters. */
const LARGE = 16 * 1024;

/** Validates large contents in the content thread, before a transaction holds a connection and the artifact. */
@Injectable()
export class LargeContents {
  constructor(
    private readonly artifacts: ArtifactsRepository,
    private readonly thread: ContentThread,
  ) {}

  /** Validates the content if it is large BPMN, and returns whether it was: anything else is validated quickly. @throws Invalid keyed to `payload`. */
  async validate({ project_id, slug, payload }: AppendVersion): Promise<boolean> {
    if (typeof payload !== 'string' || payload.length < LARGE) return false;
    const { technicalType } = await this.artifacts.find(project_id, slug);
    if (technicalType !== 'bpmn_xml') return false;
    const reason = await this.thread.run(project_id, 'bpmnFault', payload);
    if (reason !== undefined) throw Invalid.field('payload', reason);
    return true;
  }
}
