import { expect, it } from '@jest/globals';
import { englishForms } from './english-forms.ts';

const AFFIXES = `PFX A Y 1
PFX A   0     re         .

PFX U Y 1
PFX U   0     un          .

SFX S Y 1
SFX S   y     ies        [^aeiou]y
`;

it('the forms of a dictionary are those of its words, with and without their prefixes', () => {
  const words = ['8', 'Belgium/M', 'lock/USA', 'parties', 'party/S', "don't", 'etc.', 'ply/AS', ''].join(
    '\n',
  );
  expect(englishForms(words, AFFIXES)).toEqual([
    'belgium',
    'lock',
    'parti',
    'pli',
    'relock',
    'repli',
    'unlock',
  ]);
});
