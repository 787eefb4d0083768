import { describe, expect, it } from '@jest/globals';
import { noRoomFor } from './document-storage.ts';

const GIB = 1024 ** 3;
const storage = { stored_bytes: 0, allowed_bytes: 50 * GIB, stored_files: 3, allowed_files: 1_000_000 };

describe('why there is no room', () => {
  it.each([
    [49.96 * GIB, 200 * 1024 ** 2, 'The project stores 49.9 GiB of 50 GiB. This upload needs 200 MiB more.'],
    [50 * GIB, 1, 'The project stores 50 GiB of 50 GiB. This upload needs 1 B more.'],
    [0, 50 * GIB + 1, 'The project stores 0 B of 50 GiB. This upload needs 50 GiB more.'],
    [50 * GIB - 1, undefined, 'The project stores 49.9 GiB of 50 GiB. This upload needs more.'],
  ])('says what is stored and what may be, for %d bytes', (stored_bytes, needed, sentence) => {
    expect(noRoomFor(needed, { ...storage, stored_bytes })).toBe(sentence);
  });

  it('says how many files there are, and may be', () => {
    const full = { ...storage, stored_files: 1_000_000 };
    expect(noRoomFor(5, full)).toBe('The project stores 1,000,000 of 1,000,000 files.');
  });
});
