import { expect, it } from '@jest/globals';
import { Forbidden, NotFound, logTo } from '@pks/platform';
import { Answering } from './answering.ts';

const WARNING = 40;

/** The level at which a question that could not be answered is logged. */
async function levelOf(error: unknown): Promise<number> {
  const lines: { level: number }[] = [];
  const log = logTo(
    { write: (line: string) => void lines.push(JSON.parse(line) as { level: number }) },
    'test',
    'trace',
  );
  const answering = new Answering({} as never, { record: () => Promise.resolve() } as never, log);
  await answering.giveUp({ conversationId: '', number: 1 } as never, error);
  expect(lines).toHaveLength(1);
  return lines[0]?.level ?? 0;
}

it('a question that its asker may no longer ask, or whose project is gone, is no warning', async () => {
  expect(await levelOf(new NotFound())).toBeLessThan(WARNING);
  expect(await levelOf(new Forbidden())).toBeLessThan(WARNING);
  expect(await levelOf(new Error('broken'))).toBe(WARNING);
});
