import { describe, expect, it } from '@jest/globals';
import { partHeadersIn } from './part-headers.ts';

/** Headers as they arrive: each byte is a character. */
function of(disposition: string): ReturnType<typeof partHeadersIn> {
  return partHeadersIn({ 'content-disposition': [Buffer.from(disposition).toString('latin1')] });
}

describe('the name of a file', () => {
  it.each([
    ['filename="a.txt"', 'a.txt'],
    ['filename=a.txt', 'a.txt'],
    ['FILENAME="a.txt"', 'a.txt'],
    ['filename="a b;c=d.txt"', 'a b;c=d.txt'],
    ['filename="Übersicht 日本語 😀.pdf"', 'Übersicht 日本語 😀.pdf'],
    ['filename="a\\"b.txt"', 'a"b.txt'],
    ['filename="a%22b.txt"', 'a"b.txt'],
    ['filename="100%.txt"', '100%.txt'],
    ['filename="C:\\\\temp\\\\a.txt"', 'a.txt'],
    ['filename="C:\\temp\\a.txt"', 'a.txt'],
    ['filename="../../etc/passwd"', 'passwd'],
    ['filename=".."', ''],
    ['filename="a/"', ''],
    ['filename=""', ''],
    ['filename="  "', ''],
    ['filename="x"; filename*=UTF-8\'\'%e2%82%ac%20rates', '€ rates'],
    ["filename*=utf-8'en'%2e%2e%2Fa", 'a'],
    ['filename="x"; filename*=UTF-8\'\'%zz', 'x'],
    ['filename="x"; filename*=ISO-8859-1\'\'%E9', 'x'],
    ['filename="__proto__"', '__proto__'],
  ])('of %s is %j', (parameter, name) => {
    expect(of(`form-data; name="files"; ${parameter}`)).toMatchObject({ name: 'files', fileName: name });
  });

  it('does not exist when the part is not a file', () => {
    expect(of('form-data; name="skip_parsing"').fileName).toBeUndefined();
  });

  it('that is not UTF-8 is ignored', () => {
    const headers = { 'content-disposition': ['form-data; name="files"; filename="\xff\xfe"'] };
    expect(partHeadersIn(headers).fileName).toContain('\uFFFD');
  });
});

describe('the name of a field', () => {
  it.each(['__proto__', 'constructor', ''])('may be %j, without side effects', (name) => {
    expect(of(`form-data; name="${name}"`).name).toBe(name);
    expect({}).not.toHaveProperty('filename');
  });
});

describe('headers that do not belong to a form', () => {
  it.each([
    '',
    'attachment; name="files"',
    'form-data',
    'form-data; filename="a"',
    'form-data; name="files',
    'form-data; name="files"x',
    'form-data name="files"',
    `form-data; ${';a="'.repeat(3_000)}`,
  ])('are refused: %j', (disposition) => {
    expect(() => of(disposition)).toThrow('not valid multipart/form-data');
    expect(() => partHeadersIn({})).toThrow('not valid multipart/form-data');
  });
});
