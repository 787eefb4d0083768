import type { PublishedContent } from '@pks/contracts';
import type { Section } from '../reading/section.ts';
import { artifactSections } from './artifact-sections.ts';

// The task of the thread of `ArtifactTexts`.

/** The texts of a published version, to be indexed. */
export function sectionsOf({
  technical_type,
  payload,
}: Pick<PublishedContent, 'technical_type' | 'payload'>): Section[] {
  return artifactSections(technical_type, JSON.parse(payload));
}
