import type { RetrievalMode, ToolDetail, ToolType } from '@pks/contracts';
import { Forbidden, changeTime } from '@pks/platform';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { v7 } from 'uuid';
import type { ToolSettings } from '../kinds/tool-kind.ts';
import { ToolCatalog } from './tool-catalog.entity.ts';

/** The fields of a tool that the admins of its owner may change. */
export interface ToolChoices {
  readonly name: string;
  readonly description: string;
  readonly retrievalMode: RetrievalMode | null;
  readonly configuration: object;
}

/** The project that owns a tool. */
export interface Owner {
  readonly projectId: string;
  readonly projectName: string;
}

const IMPORTED = 'An imported tool can be changed in its own project alone.';

/** A tool of a project: its own, or one that it imported from another. */
@Entity('tools')
@Index('tools_oldest', ['projectId', 'createdAt', 'id'])
@Index('tools_of_id', ['id'])
@Index('tools_of_owner', ['ownerProjectId'])
@ForeignKey(() => ToolCatalog, ['projectId'], ['projectId'], { name: 'tools_catalog' })
@Check(
  'tools_type',
  `tool_type IN ('retrieval', 'math', 'document_retrieval', 'data_statistics', 'websearch', 'sub_agent')`,
)
@Check(
  'tools_retrieval_mode',
  `CASE tool_type WHEN 'retrieval' THEN retrieval_mode IN ('semantic-chunks', 'semantic-objects', 'templated-query')
                                       AND retrieval_mode IS NOT NULL
                  ELSE retrieval_mode IS NULL END`,
)
export class Tool {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'tools_pkey' })
  readonly projectId!: string;

  /** An imported tool has the same id as in its owner's project. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'tools_pkey' })
  readonly id!: string;

  @Column('uuid', { name: 'owner_project_id' })
  readonly ownerProjectId!: string;

  @Column('text', { name: 'owner_project_name' })
  readonly ownerProjectName!: string;

  @Column('text')
  name!: string;

  @Column('text')
  description!: string;

  @Column('text', { name: 'tool_type' })
  readonly toolType!: ToolType;

  @Column('text', { name: 'retrieval_mode', nullable: true })
  retrievalMode!: RetrievalMode | null;

  @Column('json')
  configuration!: object;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  readonly createdAt!: Date;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 })
  updatedAt!: Date;

  static create(
    owner: Owner,
    fields: ToolChoices & { readonly toolType: ToolType; readonly createdAt: Date },
  ): Tool {
    const { projectId, projectName: ownerProjectName } = owner;
    const { createdAt: updatedAt } = fields;
    const tool = {
      ...fields,
      projectId,
      id: v7(),
      ownerProjectId: projectId,
      ownerProjectName,
      updatedAt,
    };
    return Object.assign(new Tool(), tool satisfies Partial<Tool>);
  }

  /** The row of this tool in a project that imports it. */
  importedBy(projectId: string, now: Date): Tool {
    return Object.assign(new Tool(), this, { projectId, createdAt: now, updatedAt: now });
  }

  /** The settings from which the tool is prepared to run. */
  settings(): ToolSettings {
    return { retrievalMode: this.retrievalMode, configuration: { ...this.configuration } };
  }

  get isImported(): boolean {
    return this.ownerProjectId !== this.projectId;
  }

  /** @throws Forbidden for an imported tool. */
  assertChangeable(): void {
    if (this.isImported) throw new Forbidden(IMPORTED);
  }

  /** Changes the given fields; `updatedAt` changes only with them. Returns whether any field changed. */
  change(choices: Partial<ToolChoices>, now: Date): boolean {
    const { name, description, retrievalMode, configuration } = this;
    const before = { name, description, retrievalMode, configuration };
    const after = { ...before, ...choices };
    if (JSON.stringify(after) === JSON.stringify(before)) return false;
    Object.assign(this, after, { updatedAt: changeTime(now, this.updatedAt) });
    return true;
  }

  view(): ToolDetail {
    return {
      id: this.id,
      name: this.name,
      description: this.description,
      tool_type: this.toolType,
      retrieval_mode: this.retrievalMode,
      category: this.isImported ? 'imported' : 'local',
      owner_project_id: this.ownerProjectId,
      owner_project_name: this.ownerProjectName,
      readonly: this.isImported,
      created_at: this.createdAt.toISOString(),
      updated_at: this.updatedAt.toISOString(),
      configuration: { ...this.configuration },
    };
  }
}
