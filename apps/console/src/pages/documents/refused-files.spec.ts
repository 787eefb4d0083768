import { describe, expect, it } from '@jest/globals';
import { ApiError } from '@pks/client';
import { assertFits, refusedFiles } from './refused-files.ts';

const MIB = 1024 * 1024;
const files = ['a.md', 'b.md', 'c.md'].map((name) => ({ name, size: 1 }));
const refusal = (fields: Record<string, readonly string[]>): ApiError =>
  new ApiError(400, 'Refused.', fields, {}, undefined);

function refusalOf(given: readonly { readonly name: string; readonly size: number }[]): unknown {
  try {
    assertFits(given);
    return undefined;
  } catch (error) {
    return error;
  }
}

describe('the files that a refusal of an upload is about', () => {
  it('are named with what is wrong with each', () => {
    const error = refusal({ 'files.1': ['Needs a name.'], 'files.2.name': ['Too long.'] });
    expect(refusedFiles(error, files)).toEqual([
      { name: 'b.md', reason: 'Needs a name.' },
      { name: 'c.md', reason: 'Too long.' },
    ]);
  });

  it('are none where it is about all of them', () => {
    expect(refusedFiles(refusal({ files: ['Too many.'] }), files)).toEqual([]);
    expect(refusedFiles(new Error('Away.'), files)).toEqual([]);
  });

  it('are those that are too large, before anything is sent', () => {
    const film = { name: 'film.mp4', size: 100 * MIB + 1 };
    const largest = { name: 'largest.mp4', size: 100 * MIB };
    const error = refusalOf([...files, largest, film]);
    expect(refusedFiles(error, files)).toEqual([{ name: 'film.mp4', reason: 'It is larger than 100 MiB.' }]);
  });

  it('are not sent where they are too many', () => {
    const many = Array.from({ length: 101 }, (_, n) => ({ name: `${n}.md`, size: 1 }));
    expect(String(refusalOf(many))).toMatch('101 files are too many');
    expect(refusalOf(many.slice(1))).toBeUndefined();
  });
});
