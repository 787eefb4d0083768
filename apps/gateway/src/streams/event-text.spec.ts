import { describe, expect, it } from '@jest/globals';
import type { Notification, NotificationChange } from '@pks/contracts';
import { changeText, ending, opening, resuming } from './event-text.ts';

const at = '2026-11-21T12:00:00.000Z';
const notification = { id: 'n', title: 'Two\nlines', message: '\u2028' } as Notification;

/** The fields of an event's text, as a client parses them. */
function read(text: string): Record<string, string> {
  expect(text).toMatch(/\n\n$/);
  const lines = text.trimEnd().split('\n');
  return Object.fromEntries(
    lines.map((line) => [line.split(': ')[0] ?? '', line.slice(line.indexOf(': ') + 2)]),
  );
}

describe('an event', () => {
  it.each<[Omit<NotificationChange, 'number' | 'at'>, object]>([
    [{ kind: 'created', notification }, notification],
    [{ kind: 'changed', notification }, notification],
    [{ kind: 'deleted', notification_id: 'n' }, { id: 'n' }],
    [{ kind: 'all_read' }, { read_at: at }],
    [{ kind: 'read_deleted' }, {}],
    [{ kind: 'reset' }, {}],
  ])('%# contains the change under its name, on one line, with its number', (change, data) => {
    const event = read(changeText({ ...change, number: 7, at }, false));
    expect(Object.keys(event)).toEqual(['id', 'event', 'data']);
    expect(event).toMatchObject({ id: '7', event: change.kind });
    expect(JSON.parse(event['data'] ?? '') as object).toEqual(data);
  });
});

describe('a stream', () => {
  it('says first where it begins, and when to reconnect', () => {
    const text = opening({ number: 0, asAdmin: false });
    expect(read(text)).toEqual({ retry: '1000', id: '0', event: 'open', data: '{}' });
  });

  it('that resumes sends no opening event', () => {
    expect(resuming()).toBe('retry: 1000\n\n: \n\n');
  });

  it('says last why it ends, and gives no position to resume from', () => {
    expect(read(ending('Not found.'))).toEqual({ event: 'end', data: '{"error":"Not found."}' });
  });
});
