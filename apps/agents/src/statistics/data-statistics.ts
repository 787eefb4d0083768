import { Injectable } from '@nestjs/common';
import { Decimals, Integer, Texts, Uuid, documents } from '@pks/contracts';
import { BusClient } from '@pks/platform';
import { NoSettings, configurationOf } from '../kinds/configurations.ts';
import { ToolError } from '../kinds/tool-errors.ts';
import {
  type PreparedTool,
  type RunTerms,
  type ToolKind,
  type ToolResults,
  type ToolSettings,
  prepared,
} from '../kinds/tool-kind.ts';
import { dataFormatOf } from './data-format.ts';
import { Describing } from './describing.ts';

const NO_DATA = 'Only CSV and JSON documents have statistics.';

class Selection {
  @Uuid({ description: 'The CSV or JSON document, by its id.' })
  readonly document_id!: string;

  @Texts({
    max: 1_000,
    maxItems: 1_000,
    default: [],
    description: 'The columns to describe, by their names. Without any: all of them.',
  })
  readonly columns!: readonly string[];

  @Texts({
    max: 1_000,
    maxItems: 3,
    default: [],
    description: 'Describe the columns for each combination of the values of these columns.',
  })
  readonly group_by!: readonly string[];

  @Decimals({
    min: 0,
    max: 1,
    maxItems: 20,
    default: [0.25, 0.5, 0.75],
    description: 'Which quantiles of numbers to compute: 0.5 is the median.',
  })
  readonly quantiles!: readonly number[];

  @Integer({
    min: 0,
    max: 20,
    default: 5,
    description: 'How many of the most frequent values of a column to return.',
  })
  readonly top_values!: number;
}

/** Tools that describe the columns of a CSV or JSON document. */
@Injectable()
export class DataStatistics implements ToolKind {
  readonly isAvailable = true;

  constructor(
    private readonly bus: BusClient,
    private readonly describing: Describing,
  ) {}

  prepare({ configuration }: ToolSettings): PreparedTool {
    configurationOf(NoSettings, configuration);
    return prepared(Selection, (selection, terms) => this.describe(selection, terms));
  }

  private async describe(
    { document_id, columns, group_by, ...selection }: Selection,
    terms: RunTerms,
  ): Promise<ToolResults> {
    const reference = { project_id: terms.projectId, document_id };
    const { name, content_type, blob_key } = await this.bus.call(documents.calls.file, reference);
    const format = dataFormatOf(content_type, name);
    if (format === null) throw ToolError.of('unsupported_document', NO_DATA);
    const question = {
      ...selection,
      format,
      columns: columns.length > 0 ? columns : null,
      group_by: [...new Set(group_by)],
    };
    return this.describing.describe(blob_key, question, terms);
  }
}
