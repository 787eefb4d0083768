import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../walls/workspace.ts';

const BLOCK = /^```(sh|json)\n([^]*?)^```$/gm;
/** Makes curl print each answer on a line of its own. */
const ANSWERS_BY_LINE = 'curl() { command curl "$@"; echo; }';
/** Stands for a part of a text that the README leaves out. */
const OMITTED = '[…]';
/** Values that differ from run to run. */
const DIFFERS = [
  [/"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"/g, '"id"'],
  [/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"time"'],
  [/\b\d+\.\d+\b/g, '0.5'],
] as const;

/** The requests of the README, `A dozen lines of curl`, and the answers that it shows. */
export interface ReadmeExample {
  readonly requests: string;
  readonly shown: readonly unknown[];
}

/** Reads the example of the README, for a gateway on the given port. */
export function readmeExample(port: number): ReadmeExample {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const [, chapter = ''] = /^## A dozen lines of curl$([^]*?)^## /m.exec(readme) ?? [];
  const [[, , requests = ''] = [], ...blocks] = chapter.matchAll(BLOCK);
  const shown = blocks.map(([, , content = '']): unknown => JSON.parse(content));
  return { requests: requests.replace(':3000', `:${port}`), shown };
}

/** The answer to each request of a script. @throws Error with the script's error output if it fails. */
export function answersTo(requests: string): unknown[] {
  const input = `${ANSWERS_BY_LINE}\n${requests}`;
  const { status, stdout, stderr } = spawnSync('bash', ['-eu', '-o', 'pipefail'], {
    input,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The requests of the README ended with ${status}: ${stdout}${stderr}`);
  const lines = stdout.trim().split('\n');
  return lines.map((line): unknown => JSON.parse(line));
}

/** An answer as the README shows it: ids, times and fractions only by their form, and texts without the parts that it leaves out. */
export function asShown(
  answer: unknown,
  shown: unknown,
): { readonly answer: string; readonly shown: string } {
  const [text, example] = [formOf(answer), formOf(shown)];
  const [before = '', after] = example.split(OMITTED);
  const isOmitted = after !== undefined && text.startsWith(before) && text.endsWith(after);
  return { answer: isOmitted ? before + OMITTED + after : text, shown: example };
}

function formOf(value: unknown): string {
  return DIFFERS.reduce((text, [pattern, form]) => text.replace(pattern, form), JSON.stringify(value));
}
