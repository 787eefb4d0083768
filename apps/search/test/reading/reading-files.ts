import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { DocumentReader } from '../../src/reading/document-reader.ts';
import type { DocumentFormat } from '../../src/reading/document-format.ts';
import type { ReadDocument } from '../../src/reading/section.ts';

const FORMATS: Readonly<Record<string, DocumentFormat>> = {
  '.pdf': 'pdf',
  '.docx': 'docx',
  '.html': 'html',
  '.md': 'markdown',
  '.csv': 'csv',
  '.tsv': 'csv',
  '.json': 'json',
  '.txt': 'text',
};

/** Files of a test, and a reader that determines their format from their extensions. */
export class ReadingFiles {
  readonly folder = mkdtempSync(join(tmpdir(), 'pks-reading-'));
  readonly reader = new DocumentReader();

  write(name: string, content: string | Uint8Array): string {
    const path = join(this.folder, name);
    writeFileSync(path, content);
    return path;
  }

  read(
    name: string,
    content: string | Uint8Array,
    { reader = this.reader, charset }: { reader?: DocumentReader; charset?: string } = {},
  ): Promise<ReadDocument> {
    const format = FORMATS[extname(name)] ?? 'text';
    return reader.read(this.write(name, content), { format, charset });
  }

  /** The text of each section under its heading. */
  async texts(
    name: string,
    content: string | Uint8Array,
    charset?: string,
  ): Promise<(readonly [string, string])[]> {
    const { sections } = await this.read(name, content, charset === undefined ? {} : { charset });
    return sections.map(({ heading, text }) => [heading, text] as const);
  }

  async remove(): Promise<void> {
    await this.reader.close();
    rmSync(this.folder, { recursive: true });
  }
}
