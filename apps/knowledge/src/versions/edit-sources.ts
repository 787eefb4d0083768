import { Injectable } from '@nestjs/common';
import { Invalid } from '@pks/platform';
import { KnowledgeConfig } from '../knowledge.config.ts';

const SURFACES = ['', 'chat', 'mcp', 'ui'];

/** The allowed sources of an edit: the surfaces of the service, and its assistant under its configured name. */
@Injectable()
export class EditSources {
  constructor(private readonly config: KnowledgeConfig) {}

  /** The source of what the built-in assistant writes. */
  get assistant(): string {
    return this.config.assistantName;
  }

  /** @throws Invalid keyed to `edit_source`. */
  assertKnown(source: string): void {
    if (SURFACES.includes(source) || source === this.assistant) return;
    throw Invalid.field('edit_source', `"${source}" is not a valid choice.`);
  }
}
