import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BadConfiguration } from '@pks/platform';
import { indexFolder } from './index-folder.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'index-folder-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the folder of the index', () => {
  it('is made where it is missing', () => {
    const wanted = join(folder, 'a', 'b');
    expect(indexFolder(wanted)).toBe(wanted);
    expect(indexFolder(wanted)).toBe(wanted);
  });

  it('that cannot be written stops the start, naming the variable', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => indexFolder(join(folder, 'file', 'index'))).toThrow(BadConfiguration);
    expect(() => indexFolder(join(folder, 'file', 'index'))).toThrow(/SEARCH_INDEX: .*ENOTDIR.*such as/);
  });
});
