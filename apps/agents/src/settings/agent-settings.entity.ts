import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The settings of an agent. */
@Entity('agent_settings')
@Index('agent_settings_default', ['projectId'], { unique: true, where: 'is_default' })
export class AgentSettings {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'agent_settings_pkey' })
  readonly projectId!: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'agent_settings_pkey' })
  readonly id!: string;

  @Column('text')
  name!: string;

  @Column('boolean', { name: 'is_default' })
  readonly isDefault!: boolean;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  readonly createdAt!: Date;
}
