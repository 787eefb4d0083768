import type { Init, Schemas } from '@pks/client';
import { isObject } from '../../ui/json-text.ts';
import { linesIn } from '../../ui/lines.ts';

type Detail = Schemas['ToolDetail'];
type Create = Init<'post', '/projects/{project_id}/tools/'>['body'];
export type ToolType = Detail['tool_type'];
export type Mode = NonNullable<Detail['retrieval_mode']>;

/** The kinds of sources that tools search. */
export const KINDS = ['artifact', 'document'] as const;
export type Kind = (typeof KINDS)[number];

/** A tool that is being edited: with settings for every type, of which only those of its own type are sent. */
export interface ToolDraft {
  readonly name: string;
  readonly description: string;
  readonly type: ToolType;
  readonly mode: Mode;
  readonly kinds: readonly Kind[];
  /** Values of labels, one per line. */
  readonly values: string;
  readonly takesTags: boolean;
  /** Pairs in the form `key: value`, one per line. */
  readonly template: string;
  readonly instructions: string;
  /** Null: the tools that every agent has. */
  readonly toolIds: readonly string[] | null;
  readonly maxSteps: string;
  readonly maxTokens: string;
}

/** The draft of a new tool, or of an existing one. */
export function draftOf(tool?: Detail): ToolDraft {
  const configuration = tool?.configuration ?? {};
  const kinds = textsIn(configuration['kinds']);
  return {
    name: tool?.name ?? '',
    description: tool?.description ?? '',
    type: tool?.tool_type ?? 'retrieval',
    mode: tool?.retrieval_mode ?? 'semantic-chunks',
    kinds: kinds ? KINDS.filter((kind) => kinds.includes(kind)) : KINDS,
    values: (textsIn(configuration['metadata_values']) ?? []).join('\n'),
    takesTags: configuration['auto_include_tags'] === true,
    template: pairsIn(configuration['template']).join('\n'),
    instructions: textIn(configuration['instructions']),
    toolIds: textsIn(configuration['tool_ids']),
    maxSteps: textIn(configuration['max_steps']),
    maxTokens: textIn(configuration['max_tokens']),
  };
}

/** The request that creates or changes the tool; blank fields are left out, for the service's defaults. */
export function bodyOf(draft: ToolDraft): Create {
  const { name, description, type, mode } = draft;
  return {
    name,
    description,
    tool_type: type,
    ...(type === 'retrieval' && { retrieval_mode: mode }),
    configuration: configurationOf(draft),
  };
}

function configurationOf(draft: ToolDraft): Record<string, unknown> {
  if (draft.type === 'sub_agent') {
    const { instructions, toolIds, maxSteps, maxTokens } = draft;
    return {
      instructions,
      ...(toolIds && { tool_ids: toolIds }),
      ...(maxSteps !== '' && { max_steps: Number(maxSteps) }),
      ...(maxTokens !== '' && { max_tokens: Number(maxTokens) }),
    };
  }
  if (draft.type !== 'retrieval') return {};
  if (draft.mode === 'templated-query') return { template: linesIn(draft.template).map(pairOf) };
  const { kinds, values, takesTags } = draft;
  return { kinds, metadata_values: linesIn(values), auto_include_tags: takesTags };
}

/** The key is the text before the first colon followed by a space, or otherwise before the first colon: keys may contain colons. */
function pairOf(line: string): { readonly key: string; readonly value: string } {
  const parting = line.includes(': ') ? ': ' : ':';
  const [key = '', ...rest] = line.split(parting);
  return { key: key.trim(), value: rest.join(parting).trim() };
}

function pairsIn(template: unknown): string[] {
  const pairs: readonly unknown[] = Array.isArray(template) ? template : [];
  return pairs.filter(isObject).map(({ key, value }) => `${textIn(key)}: ${textIn(value)}`);
}

function textsIn(value: unknown): string[] | null {
  return Array.isArray(value) ? value.map(String) : null;
}

function textIn(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
