import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Embedder } from '../search/embedder.ts';
import { NO_MODEL } from '../search/no-model.ts';
import type { Generation } from '../search/passage-hit.ts';

/** `building`: filled while another one is searched; `retired`: to be dropped. */
export type GenerationState = 'building' | 'current' | 'retired';

/** The passages of all projects, embedded by one model. Rebuilding the index creates another generation. */
@Entity('search_generations')
@Check('search_generations_state', `state IN ('building', 'current', 'retired')`)
@Index('search_generations_one_building', { synchronize: false })
@Index('search_generations_one_current', { synchronize: false })
export class SearchGeneration {
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'search_generations_pkey' })
  number!: number;

  @Column('text')
  model!: string;

  /** The length of the model's vectors. */
  @Column('integer')
  dimensions!: number;

  @Column('text')
  state!: GenerationState;

  /** Whether jobs were added for all sources that it lacked when it was begun. */
  @Column('boolean', { name: 'is_filled', default: false })
  isFilled!: boolean;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt!: Date;
}

/** The generation in the terms of the search engine. */
export function engineGeneration({
  number,
  dimensions,
}: Pick<SearchGeneration, 'number' | 'dimensions'>): Generation {
  return { id: `g${number}`, dimensions };
}

/** Whether its vectors are of this model: vectors of different models cannot be compared. */
export function isOf(
  generation: Pick<SearchGeneration, 'model' | 'dimensions'>,
  { model, dimensions }: Pick<Embedder, 'model' | 'dimensions'>,
): boolean {
  return generation.model === model && generation.dimensions === dimensions;
}

/** Whether its passages have vectors: without a model, they are found only by their words. */
export function hasVectors({ model }: Pick<SearchGeneration, 'model'>): boolean {
  return model !== NO_MODEL;
}
