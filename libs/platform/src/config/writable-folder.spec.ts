import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BadConfiguration } from './config.ts';
import { writableFolder } from './writable-folder.ts';

const NAMED = { variable: 'SEARCH_INDEX', example: '.data/search' };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'writable-folder-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('a folder that a variable names', () => {
  it('is made where it is missing, for its owner alone', () => {
    const wanted = join(folder, 'a', 'b');
    expect(writableFolder(wanted, NAMED)).toBe(wanted);
    expect(writableFolder(wanted, NAMED)).toBe(wanted);
    expect(statSync(wanted).mode & 0o777).toBe(0o700);
  });

  it('that cannot be written stops the start, naming the variable', () => {
    writeFileSync(join(folder, 'file'), '');
    const attempt = () => writableFolder(join(folder, 'file', 'index'), NAMED);
    expect(attempt).toThrow(BadConfiguration);
    expect(attempt).toThrow(/SEARCH_INDEX: .*ENOTDIR.*such as/);
  });
});
