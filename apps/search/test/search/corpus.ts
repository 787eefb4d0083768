import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { markdownSections } from '../../src/reading/markdown-sections.ts';
import type { Section } from '../../src/reading/section.ts';
import type { Passage } from '../../src/search/passage.ts';
import { passagesIn } from '../../src/search/passages.ts';
import { AGENCY } from './agency-questions.ts';
import { QUESTIONS } from './handbook-questions.ts';
import { type Question, questionsAbout } from './question.ts';
import { DISHWASHER, STAFF, VALIDATOR } from './text-questions.ts';

const HANDBOOKS = new URL('./handbooks/', import.meta.url);
const TEXTS = new URL('./texts/', import.meta.url);

/** A text with its passages. */
export interface Text {
  readonly name: string;
  readonly sections: readonly Section[];
  readonly passages: readonly Passage[];
}

/** What a text is about: texts about different subjects answer no questions about one another. */
export type Subject = 'house rules' | 'machine' | 'software';

/** Texts that are searched together, and questions about them. */
export interface Corpus {
  readonly name: string;
  readonly subject: Subject;
  readonly texts: readonly Text[];
  readonly questions: readonly Question[];
}

/** Four corpora of different kinds. Their questions were written before the ranking that they measure. */
export function corpora(): Corpus[] {
  const validator = createRequire(import.meta.url).resolve('class-validator/package.json');
  return [
    { name: 'handbooks', subject: 'house rules', texts: handbooks(), questions: QUESTIONS },
    corpusOf('policies', 'house rules', new URL('staff-policies.md', TEXTS), STAFF),
    corpusOf('manual', 'machine', new URL('dishwasher-manual.md', TEXTS), DISHWASHER),
    corpusOf('library', 'software', new URL('README.md', `file://${validator}`), VALIDATOR),
  ];
}

/** These corpora, and a long one that influenced no choice: it is only measured. */
export function measuredCorpora(): Corpus[] {
  return [...corpora(), corpusOf('agency', 'house rules', new URL('agency-handbook.md', TEXTS), AGENCY)];
}

/** The handbooks of three companies that regulate the same matters, printed with one paragraph a page. */
export function handbooks(): Text[] {
  return readdirSync(HANDBOOKS)
    .sort()
    .map((file) => handbookOf(readFileSync(new URL(file, HANDBOOKS), 'utf8')));
}

/** The passages of a Markdown text, under the given name. */
export function textOf(name: string, markdown: string): Text {
  const sections = markdownSections(markdown);
  return { name, sections, passages: [...passagesIn(sections)] };
}

function corpusOf(
  name: string,
  subject: Subject,
  file: URL,
  rows: Parameters<typeof questionsAbout>[1],
): Corpus {
  const markdown = readFileSync(file, 'utf8');
  const title = titleOf(markdown);
  return { name, subject, texts: [textOf(title, markdown)], questions: questionsAbout(title, rows) };
}

function handbookOf(markdown: string): Text {
  const chapters = markdown.split(/^## /m).slice(1);
  const paragraphs = chapters.flatMap((chapter) => {
    const [heading = '', ...texts] = chapter.trim().split(/\n\n+/);
    return texts.map((text) => ({ heading, text }));
  });
  const sections: Section[] = paragraphs.map((paragraph, index) => ({ ...paragraph, page: index + 1 }));
  return { name: titleOf(markdown), sections, passages: [...passagesIn(sections)] };
}

function titleOf(markdown: string): string {
  return /^# (.+)$/m.exec(markdown)?.[1] ?? '';
}
