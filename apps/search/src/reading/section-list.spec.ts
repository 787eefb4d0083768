import { describe, expect, it } from '@jest/globals';
import { SectionList, storable } from './section-list.ts';

describe('a stored text', () => {
  it.each([
    ['Daten\u00adschutz\u00adgrund\u00adverordnung', 'Datenschutzgrundverordnung'],
    ['Daten\u00ad\nschutz', 'Datenschutz'],
    ['Daten\u00ad \r\n\t schutz', 'Datenschutz'],
    ['Daten\u00ad\nSchutz', 'Daten\nSchutz'],
    ['Daten\u00ad\n\nschutz', 'Daten\n\nschutz'],
    ['\ufeffA 10\u206020 b\ufeffc', 'A 1020 bc'],
    ['a\0b\ud800c', 'abc'],
  ])('has whole words: %j', (text, stored) => {
    expect(storable(text)).toBe(stored);
  });

  it.each(['کتاب‌های', 'ශ්‍රී', '👨‍👩‍👧‍👦', 'well-known', 'a\nb'])('keeps joiners, hyphens and lines: %j', (text) => {
    expect(storable(text)).toBe(text);
  });

  it('has its headings so, too, and no section without a text', () => {
    const list = new SectionList(100);
    list.add(1, 'Daten\u00adschutz', 'Arbeits\u00adzeit');
    list.add(1, 'A', '\u00ad\u2060');
    expect(list.sections).toEqual([{ page: 1, heading: 'Datenschutz', text: 'Arbeitszeit' }]);
  });
});
