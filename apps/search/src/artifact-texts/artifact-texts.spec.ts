import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, it, jest } from '@jest/globals';
import type { PublishedContent } from '@pks/contracts';
import { ArtifactTexts } from './artifact-texts.ts';

const texts = new ArtifactTexts();
afterEach(async () => {
  jest.restoreAllMocks();
  await texts.onModuleDestroy();
});

const saying = (text: string): PublishedContent => ({
  project_id: randomUUID(),
  source_id: randomUUID(),
  name: 'Sails',
  version_number: 1,
  awaits_indexing: false,
  technical_type: 'markdown',
  payload: JSON.stringify(text),
});

it('gives up a content that takes too long, and none that waited for it', async () => {
  const times: AbortController[] = [];
  jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const time = new AbortController();
    times.push(time);
    return time.signal;
  });
  const slow = texts.sectionsOf([saying('A mainsail.')]);
  const isGivenUp = expect(slow).rejects.toThrow('aborted');
  const waiting = texts.sectionsOf([saying('A jib.')]);
  await setImmediate();
  times.forEach((time) => time.abort());
  await isGivenUp;
  expect(await waiting).toEqual([[{ page: 1, heading: '', text: 'A jib.' }]]);
});
