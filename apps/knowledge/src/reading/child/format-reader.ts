import type { SectionList } from '../section-list.ts';
import type { Source } from './source.ts';

/** What a format's reader gets: the file, where its sections go, and how much text may be held. */
export interface ReadingTask {
  readonly source: Source;
  readonly sections: SectionList;
  readonly characters: number;
}

/** Adds the sections of the file. Resolves with the number of its pages. @throws Unreadable */
export type FormatReader = (reading: ReadingTask) => Promise<number>;
