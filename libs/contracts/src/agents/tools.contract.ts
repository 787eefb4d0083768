import { contract, list, nothing, page, rpc } from '../kit/contract.ts';
import {
  Anything,
  Flag,
  type JsonObject,
  OneOf,
  SomeObject,
  Text,
  Timestamp,
  Uuid,
  Words,
} from '../kit/fields.ts';
import { InProject, ProjectPage } from '../requests.ts';

/** The types of tools, by what they do (api.md, Tool). */
export const TOOL_TYPES = [
  'retrieval',
  'math',
  'document_retrieval',
  'data_statistics',
  'websearch',
  'sub_agent',
] as const;
/** The type of one tool (api.md, Tool). */
export type ToolType = (typeof TOOL_TYPES)[number];

/** How retrieval tools search: passages, whole objects, or documents whose metadata fits a configured query (decisions 7). */
export const RETRIEVAL_MODES = ['semantic-chunks', 'semantic-objects', 'templated-query'] as const;
/** How one retrieval tool searches. */
export type RetrievalMode = (typeof RETRIEVAL_MODES)[number];

/** `local` tools are owned by the project, `imported` ones by another. */
export const TOOL_CATEGORIES = ['local', 'imported'] as const;
/** Whether a project owns a tool or has imported it (api.md, Tool). */
export type ToolCategory = (typeof TOOL_CATEGORIES)[number];

/** A tool that agents and members of a project run (api.md, Tool). */
export class Tool {
  @Uuid({ description: 'An imported tool keeps its id from the project that owns it.' })
  readonly id!: string;

  @Words()
  readonly name!: string;

  @Words()
  readonly description!: string;

  @OneOf(TOOL_TYPES)
  readonly tool_type!: ToolType;

  @OneOf(RETRIEVAL_MODES, { nullable: true, description: 'Null unless the tool is a `retrieval` tool.' })
  readonly retrieval_mode!: RetrievalMode | null;

  @OneOf(TOOL_CATEGORIES)
  readonly category!: ToolCategory;

  @Uuid()
  readonly owner_project_id!: string;

  @Words()
  readonly owner_project_name!: string;

  @Flag({ description: 'True for an imported tool, which can be changed only in the project that owns it.' })
  readonly readonly!: boolean;

  @Timestamp()
  readonly created_at!: string;

  @Timestamp()
  readonly updated_at!: string;
}

/** A tool with its configuration. */
export class ToolDetail extends Tool {
  @SomeObject({ description: 'Settings that depend on the `tool_type`; see the guide to tools.' })
  readonly configuration!: JsonObject;
}

/** A page of a project's tools, filtered by type. */
export class ListTools extends ProjectPage {
  @OneOf(TOOL_TYPES, { optional: true })
  readonly tool_type?: ToolType;
}

const DESCRIPTION = {
  blank: true,
  description: 'What the tool is good for. Agents choose tools by it.',
  example: 'Finds what the handbooks say.',
} as const;

/** Creates a tool of the project. */
export class CreateTool extends InProject {
  @Text({ max: 255, trim: true, example: 'Handbooks' })
  readonly name!: string;

  @Text({ ...DESCRIPTION, default: '' })
  readonly description!: string;

  @OneOf(TOOL_TYPES)
  readonly tool_type!: ToolType;

  @OneOf(RETRIEVAL_MODES, {
    optional: true,
    description: 'For a `retrieval` tool only; `semantic-chunks` by default.',
  })
  readonly retrieval_mode?: RetrievalMode;

  @SomeObject({ default: {}, description: 'Settings that depend on the `tool_type`, 64 KiB at most.' })
  readonly configuration!: JsonObject;
}

/** A request about one tool of a project. */
export class ToolReference extends InProject {
  @Uuid()
  readonly tool_id!: string;
}

/** Fields that are absent do not change; the type of a tool never does. */
export class UpdateTool extends ToolReference {
  @Text({ max: 255, trim: true, optional: true, example: 'Handbooks' })
  readonly name?: string;

  @Text({ ...DESCRIPTION, optional: true })
  readonly description?: string;

  @OneOf(RETRIEVAL_MODES, { optional: true })
  readonly retrieval_mode?: RetrievalMode;

  @SomeObject({ optional: true, description: 'Replaces the whole configuration.' })
  readonly configuration?: JsonObject;
}

/** Imports a tool of another project; the caller must be an admin of both. */
export class ImportTool extends InProject {
  @Uuid()
  readonly tool_id!: string;
}

/** The types of a parameter's value. */
export const PARAMETER_TYPES = ['string', 'integer', 'number', 'boolean', 'array', 'object'] as const;
/** The JSON type of one parameter's value. */
export type ParameterType = (typeof PARAMETER_TYPES)[number];

/** A parameter of a tool (api.md, Tool parameter spec). */
export class ToolParameter {
  @Words({ description: 'The key under which a run of the tool gives the value.' })
  readonly id!: string;

  @OneOf(PARAMETER_TYPES)
  readonly type!: ParameterType;

  @Words()
  readonly description!: string;

  @Flag()
  readonly required!: boolean;

  @Anything({ optional: true, description: 'The value that is used if none is sent.' })
  readonly default?: unknown;
}

/** The tools of a project: four from its start, those that admins create, and those that they import (api.md Tools, decisions 7). */
export const tools = contract('agents.tools', {
  list: rpc(ListTools).by('view').returns(page(Tool)),
  create: rpc(CreateTool).by('admin').returns(ToolDetail),
  get: rpc(ToolReference).by('view').returns(ToolDetail),
  update: rpc(UpdateTool).by('admin').returns(ToolDetail),
  remove: rpc(ToolReference).by('admin').returns(nothing),
  /** Importing a tool again changes nothing. Its name, description and parameters follow the project that owns it. */
  import: rpc(ImportTool).by('admin').returns(ToolDetail),
  parameters: rpc(ToolReference).by('view').returns(list(ToolParameter)),
});
