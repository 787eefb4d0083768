import { event } from '../kit/event.ts';
import { Integer, Text, Timestamp, Uuid } from '../kit/fields.ts';

/** A version of an artifact is the published one from now on: what agents read has changed. */
export class VersionPublished {
  @Uuid()
  readonly project_id!: string;

  @Uuid()
  readonly artifact_id!: string;

  @Text({ max: 255 })
  readonly slug!: string;

  @Text({ max: 255 })
  readonly title!: string;

  @Integer({ min: 1 })
  readonly version_number!: number;

  @Uuid()
  readonly published_by!: string;

  @Timestamp()
  readonly published_at!: string;
}
export const versionPublished = event('knowledge.event.version-published', VersionPublished);
