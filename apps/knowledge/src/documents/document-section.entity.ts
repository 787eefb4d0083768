import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Document } from './document.entity.ts';

/** A part of the text of a document. */
@Entity('document_sections')
@ForeignKey(() => Document, ['projectId', 'documentId'], ['projectId', 'id'], {
  name: 'document_sections_document',
  onDelete: 'CASCADE',
})
@Index('document_sections_page', ['projectId', 'documentId', 'page', 'position'])
export class DocumentSection {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'document_sections_pkey' })
  readonly projectId!: string;

  @PrimaryColumn('uuid', { name: 'document_id', primaryKeyConstraintName: 'document_sections_pkey' })
  readonly documentId!: string;

  /** From 0. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'document_sections_pkey' })
  readonly position!: number;

  /** From 1. */
  @Column('integer')
  readonly page!: number;

  @Column('text')
  readonly heading!: string;

  @Column('text')
  readonly text!: string;

  /** Whether it continues the section before it, without a break. */
  @Column('boolean', { default: false })
  readonly continues!: boolean;
}
