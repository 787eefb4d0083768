import { describe, expect, it } from '@jest/globals';
import { importRoutes } from '../routes/imports.routes.ts';
import { formRulesOf, jsonOfForm } from './form-json.ts';

const [route] = importRoutes;
if (!route) throw new Error('There is no such route.');
const RULES = formRulesOf(route, 'transcript');

/** The object that a form of these parts stands for. */
async function objectOf(...parts: readonly (readonly [name: string, content: string | Uint8Array])[]) {
  const written = parts.flatMap(([name, content]) => [
    Buffer.from(`--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  const bytes = Buffer.concat([...written, Buffer.from('--x--\r\n')]);
  const json = await jsonOfForm(bytes, 'multipart/form-data; boundary=x', RULES);
  return JSON.parse(json.toString()) as unknown;
}

describe('a form', () => {
  it('stands for an object: its file is a field, other texts and JSON are the others', async () => {
    expect(
      await objectOf(
        ['file', '\uFEFFAna: "Größe"\r\n'],
        ['name', '7'],
        ['participants', '["Ana"]'],
        ['meeting_info', 'null'],
      ),
    ).toEqual({ transcript: 'Ana: "Größe"\r\n', name: '7', participants: ['Ana'], meeting_info: null });
  });

  it.each([
    ['an unknown field', [['project_id', 'a']], { project_id: ['Unknown field.'] }],
    [
      'a field twice',
      [
        ['name', 'a'],
        ['name', 'b'],
      ],
      { name: ['This field may be given once only.'] },
    ],
    [
      'its file twice',
      [
        ['file', 'a'],
        ['file', 'b'],
      ],
      { transcript: ['This field may be given once only.'] },
    ],
    [
      'the transcript as a file, too',
      [
        ['transcript', 'a'],
        ['file', 'b'],
      ],
      { transcript: ['Send either a file or a transcript, not both.'] },
    ],
    ['other bytes', [['file', new Uint8Array([0xff])]], { transcript: ['The text is not valid UTF-8.'] }],
    [
      'broken JSON',
      [['participants', '[], "name": "b"']],
      { participants: [expect.stringContaining('JSON')] },
    ],
  ] as const)('is refused with %s', async (_, parts, fields) => {
    await expect(objectOf(...parts)).rejects.toMatchObject({ data: { fields } });
  });

  it('is refused when it is none', async () => {
    await expect(jsonOfForm(Buffer.from('{}'), 'multipart/form-data', RULES)).rejects.toThrow(
      'The body is not valid multipart/form-data.',
    );
  });
});
