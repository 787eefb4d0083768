import { Inject, type Provider } from '@nestjs/common';
import type { ToolType } from '@pks/contracts';
import type { ToolKind } from '../kinds/tool-kind.ts';
import { Calculation } from '../math/calculation.ts';
import { DocumentRetrieval } from '../reading/document-retrieval.ts';
import { Retrieval } from '../retrieval/retrieval.ts';
import { DataStatistics } from '../statistics/data-statistics.ts';
import { SubAgents } from '../sub-agents/sub-agents.ts';
import { WebSearch } from '../websearch/web-search.ts';

/** The kind of tool for each type, which runs the tools of that type. */
export type ToolKinds = Readonly<Record<ToolType, ToolKind>>;

const TOOL_KINDS = Symbol('TOOL_KINDS');

/** Injects the kinds of tools. */
export const InjectToolKinds = (): ParameterDecorator => Inject(TOOL_KINDS);

/** The kinds of tools, by their types. */
export const toolKinds: Provider = {
  provide: TOOL_KINDS,
  useFactory: (
    retrieval: Retrieval,
    math: Calculation,
    reading: DocumentRetrieval,
    statistics: DataStatistics,
    webSearch: WebSearch,
    subAgents: SubAgents,
  ): ToolKinds => ({
    retrieval,
    math,
    document_retrieval: reading,
    data_statistics: statistics,
    websearch: webSearch,
    sub_agent: subAgents,
  }),
  inject: [Retrieval, Calculation, DocumentRetrieval, DataStatistics, WebSearch, SubAgents],
};
