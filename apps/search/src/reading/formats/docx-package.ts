import { posix } from 'node:path';
import JSZip from 'jszip';
import { walk } from './xml-walk.ts';

/** What mammoth never reads of an archive. */
const MEDIA = /(^|\/)media\//;

/** A reference of a part to another one. */
export interface Relationship {
  readonly id: string;
  /** The last word of its type, such as "header". */
  readonly type: string;
  /** The name of the other part. */
  readonly part: string;
}

/** The parts of a DOCX, which can be changed. */
export class DocxPackage {
  readonly #archive: JSZip;

  constructor(archive: JSZip) {
    this.#archive = archive;
  }

  static async open(docx: Buffer): Promise<DocxPackage> {
    return new DocxPackage(await JSZip.loadAsync(docx));
  }

  /** The name of the document's own part. */
  async main(): Promise<string> {
    const relationships = await this.relationships('');
    return relationships.find(({ type }) => type === 'officeDocument')?.part ?? 'word/document.xml';
  }

  /** The references of a part; those of the package itself are of "". */
  async relationships(part: string): Promise<readonly Relationship[]> {
    const { dir, base } = posix.parse(part);
    const found: Relationship[] = [];
    walk(await this.text(posix.join(dir, '_rels', `${base}.rels`)), {
      open: ({ name, attribute }) => {
        if (name !== 'Relationship') return;
        const type = posix.basename(attribute('Type') ?? '');
        // A target that begins with a slash is relative to the package.
        const target = posix.resolve('/', dir, attribute('Target') ?? '').slice(1);
        found.push({ id: attribute('Id') ?? '', type, part: target });
      },
      close: () => undefined,
    });
    return found;
  }

  /** A part; "" where there is none. */
  async text(part: string): Promise<string> {
    return (await this.#archive.file(part)?.async('string')) ?? '';
  }

  async bytes(part: string): Promise<Buffer | undefined> {
    return this.#archive.file(part)?.async('nodebuffer');
  }

  replace(part: string, content: Buffer | string): void {
    this.#archive.file(part, content);
  }

  /** The DOCX with its changed parts, without its images. */
  pack(): Promise<Buffer> {
    for (const name of Object.keys(this.#archive.files)) if (MEDIA.test(name)) this.#archive.remove(name);
    // What is deflated already is passed through unchanged.
    return this.#archive.generateAsync({
      type: 'nodebuffer',
      compression: 'DEFLATE',
      compressionOptions: { level: 1 },
    });
  }
}
