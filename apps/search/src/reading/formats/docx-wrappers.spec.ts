import { describe, expect, it } from '@jest/globals';
import { WrapperSearches } from './docx-wrappers.ts';

const partsIn = (...pieces: readonly (readonly [part: string, xml: string])[]) => {
  const searches = new WrapperSearches();
  for (const [part, xml] of pieces) searches.take(Buffer.from(xml), part);
  return searches.parts;
};

describe('a search for elements that wrap text', () => {
  it.each(['<w:ruby>', '<w:bdo w:val="rtl">', '<dir\nval="ltr">', '<ns0:dir\tns0:val="ltr"/>'])(
    'finds %j wherever a piece ends',
    (tag) => {
      const xml = `<w:p><w:r>é</w:r>${tag}`;
      for (let at = 0; at <= xml.length; at += 1) {
        expect(partsIn(['a.xml', xml.slice(0, at)], ['a.xml', xml.slice(at)])).toEqual(['a.xml']);
      }
    },
  );

  it('says which parts have some', () => {
    const pieces = [
      ['a.xml', '<w:p/>'],
      ['b.xml', '<w:bdo >'],
      ['b.xml', '<w:bdo >'],
      ['c.xml', '<w:dir/>'],
    ] as const;
    expect(partsIn(...pieces)).toEqual(['b.xml', 'c.xml']);
  });

  it('finds none in what is named alike, nor across two parts', () => {
    expect(partsIn(['a.xml', '<w:direction/><w:p>ruby <w:rubyPr/>dir </w:p>'])).toEqual([]);
    expect(partsIn(['a.xml', '<w:bd'], ['b.xml', 'o >'])).toEqual([]);
  });
});
