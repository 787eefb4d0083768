import JSZip from 'jszip';

/** What mammoth never reads of an archive. */
const MEDIA = /(^|\/)media\//;

/**
 * A tag of the base of a text with ruby (furigana), or of text of a direction: elements that only wrap text, which mammoth ignores with
 * all that they contain. The bytes of XML parts, as Latin-1.
 */
const WRAPPER = /(<\/?(?:[\w.-]+:)?)(?:ruby|rubyBase|bdo|dir)([\t\n\r />])/;
const WRAPPERS = new RegExp(WRAPPER, 'g');

/** A part of a tag, whose end comes with the next piece, is hardly longer. Characters. */
const MOST_CUT = 64;

/** Looks for wrappers in the parts of a document, which it takes piece by piece, one part after another. */
export class WrapperSearches {
  readonly #found = new Set<string>();
  #part = '';
  #cut = '';

  /** The parts that have some. */
  get parts(): readonly string[] {
    return [...this.#found];
  }

  take(piece: Buffer, part: string): void {
    if (this.#found.has(part)) return;
    const text = (part === this.#part ? this.#cut : '') + piece.toString('latin1');
    if (WRAPPER.test(text)) this.#found.add(part);
    this.#part = part;
    this.#cut = text.slice(-MOST_CUT);
  }
}

/** The DOCX with the wrappers in these parts named as elements whose content mammoth reads, without its images. */
export async function withReadWrappers(docx: Buffer, parts: readonly string[]): Promise<Buffer> {
  const archive = await JSZip.loadAsync(docx);
  for (const name of Object.keys(archive.files)) if (MEDIA.test(name)) archive.remove(name);
  for (const name of parts) {
    const xml = await archive.file(name)?.async('nodebuffer');
    if (xml) archive.file(name, Buffer.from(renamed(xml.toString('latin1')), 'latin1'));
  }
  // What is deflated already is passed through unchanged.
  return archive.generateAsync({
    type: 'nodebuffer',
    compression: 'DEFLATE',
    compressionOptions: { level: 1 },
  });
}

function renamed(xml: string): string {
  return xml.replace(WRAPPERS, '$1smartTag$2');
}
