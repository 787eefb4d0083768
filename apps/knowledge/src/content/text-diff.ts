import { FILE_HEADERS_ONLY, createTwoFilesPatch } from 'diff';
import { MAX_STEPS, editsWithin } from './diff-steps.ts';

/** The unified diff that turns one text into another, with three lines of context; empty for the same text. With too many differences the whole text is replaced, which limits the time. */
export function textDiff(from: string, to: string, fromName: string, toName: string): string {
  if (from === to) return '';
  const maxEditLength = editsWithin(MAX_STEPS, linesOf(from) + linesOf(to));
  const options = { context: 3, headerOptions: FILE_HEADERS_ONLY, maxEditLength };
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
  const body = text.endsWith('\n') ? text.slice(0, -1) : text;
  const end = body === text ? '\n\\ No newline at end of file\n' : '\n';
  return { lines: linesOf(body), text: `${sign}${body.replaceAll('\n', `\n${sign}`)}${end}` };
}

function range(lines: number): string {
  return lines === 0 ? '0,0' : `1,${lines}`;
}

function linesOf(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}
