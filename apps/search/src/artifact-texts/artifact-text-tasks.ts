import type { PublishedContent } from '@pks/contracts';
import type { Section } from '../reading/section.ts';
import { artifactSections } from './artifact-sections.ts';

// The task of the thread of `ArtifactTexts`.

/** The texts of published versions, to be indexed. */
export function sectionsOf(
  contents: readonly Pick<PublishedContent, 'technical_type' | 'payload'>[],
): Section[][] {
  return contents.map(({ technical_type, payload }) => artifactSections(technical_type, JSON.parse(payload)));
}
