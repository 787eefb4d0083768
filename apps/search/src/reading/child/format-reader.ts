import type { SectionList } from '../section-list.ts';
import type { Source } from './source.ts';

/**
 * The input of a format's reader: the file, the character set that its upload declares, the list for its sections, and the maximum length of its
 * text.
 */
export interface ReadingTask {
  readonly source: Source;
  readonly charset: string | undefined;
  readonly sections: SectionList;
  readonly characters: number;
}

/** Adds the sections of the file. Resolves with the number of its pages. @throws Unreadable */
export type FormatReader = (reading: ReadingTask) => Promise<number>;
