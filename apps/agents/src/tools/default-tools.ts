import type { ToolType } from '@pks/contracts';
import type { ToolChoices } from './tool.entity.ts';

type Default = Omit<ToolChoices, 'configuration'>;

/** The tools that a project has from its start, in this order (decisions 7); the last two only if the installation configures them. */
export const DEFAULT_TOOLS: Readonly<Record<ToolType, Default>> = {
  retrieval: {
    name: 'Semantic search',
    description: 'Finds passages of the project’s documents and published artifacts by meaning and words.',
    retrievalMode: 'semantic-chunks',
  },
  math: {
    name: 'Calculator',
    description: 'Evaluates an expression, with units: 12% * 350, 3 km / 20 minutes to km/h.',
    retrievalMode: null,
  },
  document_retrieval: {
    name: 'Document reader',
    description: 'Reads the text of a document, whole or page by page.',
    retrievalMode: null,
  },
  data_statistics: {
    name: 'Statistics',
    description: 'Describes the columns of a CSV or JSON document: counts, means, quantiles, also by group.',
    retrievalMode: null,
  },
  websearch: {
    name: 'Web search',
    description: 'Searches the web.',
    retrievalMode: null,
  },
  sub_agent: {
    name: 'Assistant',
    description: 'Works on a task with the project’s other tools, and reports the result.',
    retrievalMode: null,
  },
};
