import type { SemanticType, TechnicalType } from '@pks/contracts';

/** An artifact that the platform gives to every project. */
export interface PredefinedArtifact {
  readonly semanticType: Exclude<SemanticType, 'custom'>;
  readonly title: string;
  readonly technicalType: TechnicalType;
  readonly purpose: string;
}

/** The artifacts that every project's catalog begins with, in this order (decisions 3). */
export const PREDEFINED: readonly PredefinedArtifact[] = [
  {
    semanticType: 'brief',
    title: 'Brief',
    technicalType: 'markdown',
    purpose: 'What the project is about, for whom, and what it is to achieve.',
  },
  {
    semanticType: 'project_plan',
    title: 'Project Plan',
    technicalType: 'markdown',
    purpose: 'What is done when, by whom, and how it is known to be done.',
  },
  {
    semanticType: 'general_knowledge',
    title: 'General Knowledge',
    technicalType: 'markdown',
    purpose: 'What everybody in the project should know.',
  },
  {
    semanticType: 'library_description',
    title: 'Library Description',
    technicalType: 'markdown',
    purpose: 'What the documents of the project hold, and where to look for what.',
  },
  {
    semanticType: 'mental_map',
    title: 'Mental Map',
    technicalType: 'mental_map',
    purpose: 'The concepts of the project and how they hang together.',
  },
  {
    semanticType: 'playbooks',
    title: 'Playbooks',
    technicalType: 'playbook_list',
    purpose: 'How recurring work is done, step by step.',
  },
  {
    semanticType: 'design_templates',
    title: 'Design Templates',
    technicalType: 'design_template_list',
    purpose: 'The forms that the results of the project take.',
  },
];

/** The slug of a predefined artifact: its type with `-` for `_`. */
export function predefinedSlug(type: SemanticType): string {
  return type.replaceAll('_', '-');
}
