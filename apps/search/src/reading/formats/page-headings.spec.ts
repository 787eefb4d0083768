import { describe, expect, it } from '@jest/globals';
import { PageHeadings } from './page-headings.ts';

const ENTRIES = [
  { level: 1, title: 'Fleet', page: 2 },
  { level: 2, title: 'Ferries', page: 2 },
  { level: 2, title: 'What is nowhere', page: 3 },
  { level: 1, title: 'Prices of the whole year', page: 4 },
];

describe('the headings of pages', () => {
  it('come from the outline, and continue over pages', () => {
    const headings = new PageHeadings(ENTRIES);
    expect([...headings.split(1, 'Cover\n')]).toEqual([['', 'Cover\n']]);
    expect([...headings.split(2, 'before\n1 Fleet\nships\n1.1. Ferries\nof Ferries\n')]).toEqual([
      ['', 'before\n'],
      ['Fleet', '1 Fleet\nships\n'],
      ['Fleet › Ferries', '1.1. Ferries\nof Ferries\n'],
    ]);
    expect([...headings.split(3, 'more\n')]).toEqual([['Fleet › What is nowhere', 'more\n']]);
    expect([...headings.split(4, 'last\nPRICES OF THE\nwhole year\n5\n')]).toEqual([
      ['Fleet › What is nowhere', 'last\n'],
      ['Prices of the whole year', 'PRICES OF THE\nwhole year\n5\n'],
    ]);
    expect([...headings.split(5, 'end\n')]).toEqual([['Prices of the whole year', 'end\n']]);
  });

  it('are none without an outline', () => {
    expect([...new PageHeadings([]).split(1, 'a\n')]).toEqual([['', 'a\n']]);
  });
});
