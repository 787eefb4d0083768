import { Inject, type Provider } from '@nestjs/common';
import type { ToolType } from '@pks/contracts';
import { ToolError } from '../kinds/tool-errors.ts';
import type { ToolKind } from '../kinds/tool-kind.ts';
import { DocumentRetrieval } from '../reading/document-retrieval.ts';
import { Retrieval } from '../retrieval/retrieval.ts';
import { SubAgents } from '../sub-agents/sub-agents.ts';
import { WebSearch } from '../websearch/web-search.ts';

/** What runs the tools of each type. */
export type ToolKinds = Readonly<Record<ToolType, ToolKind>>;

const TOOL_KINDS = Symbol('TOOL_KINDS');

/** Injects what runs the tools of each type. */
export const InjectToolKinds = (): ParameterDecorator => Inject(TOOL_KINDS);

/** Tools that this installation cannot run. */
const NOT_CONFIGURED: ToolKind = {
  isAvailable: false,
  prepare: () => ({ parameters: [], run: () => Promise.reject(ToolError.notConfigured()) }),
};

/** The kinds of tools, by their types. */
export const toolKinds: Provider = {
  provide: TOOL_KINDS,
  useFactory: (
    retrieval: Retrieval,
    reading: DocumentRetrieval,
    webSearch: WebSearch,
    subAgents: SubAgents,
  ): ToolKinds => ({
    retrieval,
    math: NOT_CONFIGURED,
    document_retrieval: reading,
    data_statistics: NOT_CONFIGURED,
    websearch: webSearch,
    sub_agent: subAgents,
  }),
  inject: [Retrieval, DocumentRetrieval, WebSearch, SubAgents],
};
