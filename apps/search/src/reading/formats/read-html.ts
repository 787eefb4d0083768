import { decoded } from '../child/decoding.ts';
import type { ReadingTask } from '../child/format-reader.ts';
import { HtmlSections } from './html-sections.ts';

/** In what follows `<meta`. */
const CHARSET = /^[^>]{1,300}?charset\s*=\s*["']?([\w:-]{1,40})/i;

/** HTML: a section a heading, without what a browser does not show. */
export async function readHtml(task: ReadingTask): Promise<number> {
  const { source, sections, characters } = task;
  const declared = charsetIn(source.head().toString('latin1', 0, 4_096));
  const html = new HtmlSections(sections, characters);
  for await (const part of decoded(task, 'html', declared)) html.write(part);
  html.end();
  return 1;
}

function charsetIn(head: string): string | undefined {
  const [, ...declarations] = head.split(/<meta/i);
  return declarations
    .map((declaration) => CHARSET.exec(declaration)?.[1])
    .find((charset) => charset !== undefined);
}
