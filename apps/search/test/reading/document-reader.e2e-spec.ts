import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { silentLog } from '@pks/testing';
import { DocumentReader } from '../../src/reading/document-reader.ts';
import { READING_LIMITS } from '../../src/reading/reading-limits.ts';
import { confinement } from '../../src/reading/reading-process.ts';
import { Unreadable } from '../../src/reading/unreadable.ts';
import { pdfWithContent } from './pdf.ts';
import { ReadingFiles } from './reading-files.ts';

const TEXT = { format: 'text', charset: undefined } as const;

const files = new ReadingFiles();
afterAll(() => files.remove());

async function within(
  limits: ConstructorParameters<typeof DocumentReader>[0],
  name: string,
  content: string | Buffer,
) {
  const reader = new DocumentReader(limits);
  try {
    return await files.read(name, content, { reader });
  } finally {
    await reader.close();
  }
}

describe('the limits of reading', () => {
  it('stop what takes too long', async () => {
    const json = `[${'{},'.repeat(5_000_000)}1]`;
    await expect(within({ processorSeconds: 1 }, 'slow.json', json)).rejects.toThrow(
      new Unreadable('The file could not be read: it took longer than 1 seconds.'),
    );
  });

  it('stop what had too little of the processor, and do not blame the file', async () => {
    await expect(within({ seconds: 0.05 }, 'starved.txt', 'Starved.')).rejects.toThrow(
      new Error('The reading process had too little time of the processor within 0.05 seconds.'),
    );
  });

  it('stop what takes too much memory', async () => {
    const content = deflateSync(Buffer.alloc(2 ** 28, ' '));
    await expect(within({ memoryMb: 160 }, 'large.pdf', pdfWithContent(content))).rejects.toThrow(
      new Unreadable('The file could not be read: it takes more memory than allowed.'),
    );
  });

  it('stop what fills the heap', async () => {
    const json = `[${'{},'.repeat(5_000_000)}1]`;
    await expect(within({ memoryMb: 200 }, 'large.json', json)).rejects.toThrow(
      new Unreadable('The file could not be read: it takes more memory than allowed.'),
    );
  });

  it('include the characters of headings and texts', async () => {
    expect((await within({ characters: 10 }, 'short.md', '# A\nbcdef')).sections).toHaveLength(1);
    await expect(within({ characters: 9 }, 'short.md', '# A\nbcdef')).rejects.toThrow(
      new Unreadable('The text is longer than 9 characters.'),
    );
  });
});

describe('the reading process', () => {
  const attempt = (code: string): string =>
    execFileSync(
      process.execPath,
      [
        ...confinement(READING_LIMITS),
        '-p',
        `try { ${code}; 'done' } catch (error) { error.code ?? error.name }`,
      ],
      { encoding: 'utf8', env: {} },
    ).trim();

  it.each([
    ['open a file', "require('node:fs').readFileSync('/etc/passwd')"],
    ['write one', "require('node:fs').writeFileSync('/tmp/pks-reading-was-here', '')"],
    ['start a program', "require('node:child_process').spawnSync('true')"],
    ['start a thread', "new (require('node:worker_threads').Worker)('1', { eval: true, execArgv: [] })"],
  ])('cannot %s', (_, code) => {
    expect(attempt(code)).toBe('ERR_ACCESS_DENIED');
  });

  it('cannot compile code from text', () => {
    expect(attempt("new Function('return 1')()")).toBe('EvalError');
  });
});

describe('a reader', () => {
  it('reads one file after another, in order', async () => {
    const names = ['first', 'second', 'third'];
    const ends: string[] = [];
    await Promise.all(
      names.map(async (name) => {
        await files.read(`${name}.txt`, name);
        ends.push(name);
      }),
    );
    expect(ends).toEqual(names);
  });

  it('does not blame the file for other failures', async () => {
    const missing = files.reader.read(`${files.folder}/missing.txt`, TEXT);
    await expect(missing).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(missing).rejects.not.toBeInstanceOf(Unreadable);
  });

  it('that is closed stops what it reads and what waits, and does not blame the files', async () => {
    const reader = new DocumentReader();
    const path = files.write('closed.txt', 'Closed.');
    const readings = Promise.allSettled([reader.read(path, TEXT), reader.read(path, TEXT)]);
    await reader.close();
    const late = reader.read(path, TEXT);
    await expect(late).rejects.toThrow(new Error('The reader is closed.'));
    for (const reading of await readings) {
      expect(reading).toMatchObject({
        status: 'rejected',
        reason: { name: 'Error', message: 'The reader is closed.' },
      });
    }
  });
});

describe('what is logged of a document that was not read', () => {
  const document = { project_id: randomUUID(), document_id: randomUUID() };
  const logged = async (limits: object, name: string) => {
    const log = silentLog();
    const [info, warn] = [jest.spyOn(log, 'info'), jest.spyOn(log, 'warn')];
    const reader = new DocumentReader(limits, log);
    await expect(
      reader.read(files.write(name, 'No PDF.'), { format: 'pdf', charset: undefined }, document),
    ).rejects.toThrow();
    await reader.close();
    return { infos: info.mock.calls, warnings: warn.mock.calls };
  };

  it('is the reason without a stack, where the file is at fault', async () => {
    const reason = 'The file is labelled as PDF, but its content is something else.';
    expect(await logged({}, 'broken.pdf')).toEqual({
      infos: [[expect.objectContaining({ ...document, reason }), 'a document was not read']],
      warnings: [],
    });
  });

  it('is a warning where anything else is', async () => {
    const err = expect.any(Error);
    expect(await logged({ seconds: 0.05 }, 'starved.pdf')).toEqual({
      infos: [],
      warnings: [[expect.objectContaining({ ...document, err }), 'a document was not read']],
    });
  });
});
