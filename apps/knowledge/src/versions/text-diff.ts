import { createTwoFilesPatch } from 'diff';

/** A comparison that finds more differences than this is given up, and the whole is replaced. */
const MAX_EDITS = 2_000;
/** Milliseconds. */
const TIMEOUT_MS = 1_000;

/** The unified diff that turns one text into another, with three lines of context; empty for the same text. In bounded time. */
export function textDiff(from: string, to: string, fromName: string, toName: string): string {
  if (from === to) return '';
  const options = { context: 3, maxEditLength: MAX_EDITS, timeout: TIMEOUT_MS };
  return (
    createTwoFilesPatch(fromName, toName, from, to, undefined, undefined, options) ??
    replacement(from, to, fromName, toName)
  );
}

function replacement(from: string, to: string, fromName: string, toName: string): string {
  const [removed, added] = [hunk('-', from), hunk('+', to)];
  const header = `@@ -${range(removed.lines)} +${range(added.lines)} @@`;
  return `--- ${fromName}\n+++ ${toName}\n${header}\n${removed.text}${added.text}`;
}

function hunk(sign: string, text: string): { lines: number; text: string } {
  if (text === '') return { lines: 0, text: '' };
  const lines = text.replace(/\n$/, '').split('\n');
  const end = text.endsWith('\n') ? '' : '\\ No newline at end of file\n';
  return { lines: lines.length, text: `${lines.map((line) => `${sign}${line}\n`).join('')}${end}` };
}

function range(lines: number): string {
  return lines === 0 ? '0,0' : `1,${lines}`;
}
