import { readdirSync, readFileSync } from 'node:fs';
import type { Section } from '../../src/reading/section.ts';
import type { Passage } from '../../src/search/passage.ts';
import { passagesIn } from '../../src/search/passages.ts';

const FOLDER = new URL('./handbooks/', import.meta.url);

/** A handbook with its passages. */
export interface Handbook {
  readonly name: string;
  readonly passages: readonly Passage[];
}

/** The handbooks of three companies that regulate the same matters, printed with one paragraph a page. */
export function handbooks(): Handbook[] {
  return readdirSync(FOLDER)
    .sort()
    .map((file) => handbookOf(readFileSync(new URL(file, FOLDER), 'utf8')));
}

function handbookOf(markdown: string): Handbook {
  const name = /^# (.+)$/m.exec(markdown)?.[1] ?? '';
  const chapters = markdown.split(/^## /m).slice(1);
  const paragraphs = chapters.flatMap((chapter) => {
    const [heading = '', ...texts] = chapter.trim().split(/\n\n+/);
    return texts.map((text) => ({ heading, text }));
  });
  const sections: Section[] = paragraphs.map((paragraph, index) => ({ ...paragraph, page: index + 1 }));
  return { name, passages: [...passagesIn(sections)] };
}
