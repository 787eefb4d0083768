import { Injectable } from '@nestjs/common';
import { Integer, Uuid, documents, partOfText } from '@pks/contracts';
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

/** The most of a text that one run returns. Characters. */
const LONGEST_PART = 100_000;

class Reading {
  @Uuid({ description: 'The document, by its id.' })
  readonly document_id!: string;

  @Integer({ min: 1, max: 1_000_000, optional: true, description: 'Only this page.' })
  readonly page?: number;

  @Integer({ min: 0, max: 1_000_000_000, default: 0, description: 'How many characters to skip.' })
  readonly offset!: number;

  @Integer({
    min: 1,
    max: LONGEST_PART,
    default: 20_000,
    description: 'How many characters to return at most.',
  })
  readonly max_characters!: number;
}

/** Tools that read the text of a document. */
@Injectable()
export class DocumentRetrieval implements ToolKind {
  readonly isAvailable = true;

  constructor(private readonly bus: BusClient) {}

  prepare({ configuration }: ToolSettings): PreparedTool {
    configurationOf(NoSettings, configuration);
    return prepared(Reading, (reading, terms) => this.read(reading, terms));
  }

  private async read(
    { document_id, page, offset, max_characters }: Reading,
    { projectId: project_id }: RunTerms,
  ): Promise<ToolResults> {
    const { name, content_type } = await this.bus.call(documents.calls.get, { project_id, document_id });
    const whole = { project_id, document_id, ...(page === undefined ? {} : { page }) };
    const { text, page_count } = await this.bus.call(documents.calls.text, whole);
    if (text === null) throw ToolError.of('no_text', 'This document, or this page of it, has no text.');
    const part = partOfText(text, offset, max_characters);
    return [{ document_id, name, content_type, page_count, page: page ?? null, ...part }];
  }
}
