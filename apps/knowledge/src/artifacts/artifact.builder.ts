import { randomUUID } from 'node:crypto';
import { Artifact } from './artifact.entity.ts';

type Columns = {
  [Name in keyof Artifact]: Artifact[Name] extends (...values: never[]) => unknown ? never : Name;
}[keyof Artifact];

/** The fields that a test sets; the others are those of a custom text without versions. */
export type ArtifactTraits = Partial<Omit<Pick<Artifact, Columns>, 'isPredefined'>>;

/** An artifact as a sentence: `anArtifact({ semanticType: 'brief' })`. */
export function anArtifact(traits: ArtifactTraits = {}): Artifact {
  const artifact = Artifact.of({
    projectId: randomUUID(),
    slug: 'churn',
    title: 'Churn',
    semanticType: 'custom',
    technicalType: 'markdown',
    displayOrder: 1,
    createdAt: new Date('2026-11-21T10:00:00.000Z'),
  });
  return Object.assign(artifact, traits);
}
