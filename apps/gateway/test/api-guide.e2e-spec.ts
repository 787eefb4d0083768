import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { World } from './support/world.ts';

const GUIDE = join(import.meta.dirname, '../../../docs/api.md');
const BLOCK = /^```(sh|json|text)\n([^]*?)^```$/gm;
/** Printed between the outputs of commands. */
const END = '=== end of a command ===';

/** The forms of values that differ from run to run. */
const FORMS = [
  /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  /^pkt_[0-9A-Za-z]{36}$/,
];

/** Numbers differ as well. */
const NUMBER = /\d+/g;

interface Shown {
  readonly kind: string | undefined;
  readonly content: string;
}

interface Step {
  readonly command: string;
  /** The response; undefined if the guide shows none. */
  readonly shown: Shown | undefined;
}

const world = new World();
let steps: readonly Step[];
let outputs: readonly string[];

/** Sends the requests of docs/api.md in their order, with a shell, to the product of these tests. */
beforeAll(async () => {
  steps = stepsIn(await readFile(GUIDE, 'utf8'));
  const folder = await mkdtemp(join(tmpdir(), 'pks-guide-'));
  try {
    outputs = (await run(`${await settings()}${script()}`, folder)).split(`${END}\n`);
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** The first block of the guide sets the address and the people; here it sets those of another product. */
async function settings(): Promise<string> {
  const [admin, colleague] = [await world.person('admin'), await world.person()];
  return [
    `API=${world.baseUrl}`,
    `EMAIL=${admin.email}`,
    `PASSWORD='${world.password}'`,
    `COLLEAGUE=${colleague.email}`,
    '',
  ].join('\n');
}

const script = (): string => steps.map(({ command }) => `${command}\necho; echo '${END}'\n`).join('');

/** Commands, each with the response that follows it, if there is one. */
function stepsIn(guide: string): Step[] {
  const blocks = [...guide.matchAll(BLOCK)].map(([, kind, content = '']) => ({ kind, content }));
  return blocks.slice(1).flatMap(({ kind, content: command }, at, all) => {
    const next = all[at + 1];
    return kind === 'sh' ? [{ command, shown: next?.kind === 'sh' ? undefined : next }] : [];
  });
}

/** @throws Error for commands that fail, or do not end within two minutes. */
async function run(commands: string, folder: string): Promise<string> {
  const shell = spawn('bash', ['-eu', '-o', 'pipefail'], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
    timeout: 120_000,
  });
  const ended = once(shell, 'close');
  shell.stdin.end(commands);
  const output = await text(shell.stdout);
  const [code] = (await ended) as [number | null];
  if (code !== 0)
    throw new Error(`The commands of the guide ended with ${code} after: ${output.slice(-500)}`);
  return output;
}

function answerOf(shown: Shown | undefined, output: string): object {
  if (!shown) return {};
  return { answer: shown.kind === 'json' ? (JSON.parse(output) as unknown) : linesOf(output) };
}

function expectedOf(shown: Shown | undefined): object {
  if (!shown) return {};
  return { answer: shown.kind === 'json' ? like(JSON.parse(shown.content)) : linesOf(shown.content) };
}

const linesOf = (output: string): string[] => output.trim().replace(NUMBER, 'N').split('\n');

/** Matches what the guide shows; of ids, times and tokens only the form. */
function like(shown: unknown): unknown {
  if (Array.isArray(shown)) return shown.map(like);
  if (typeof shown === 'string') {
    const form = FORMS.find((one) => one.test(shown));
    return form ? expect.stringMatching(form) : shown;
  }
  if (typeof shown !== 'object' || shown === null) return shown;
  return expect.objectContaining(
    Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, like(value)])),
  );
}

describe('the guide of the API', () => {
  it('has the ten tasks of a week', async () => {
    expect((await readFile(GUIDE, 'utf8')).match(/^## \d+\. /gm)).toHaveLength(10);
    expect(steps.filter(({ shown }) => shown !== undefined).length).toBeGreaterThan(12);
  });

  it('shows what its requests are answered with', () => {
    const answered = steps.map(({ command, shown }, at) => ({
      command,
      ...answerOf(shown, outputs[at] ?? ''),
    }));
    expect(answered).toEqual(steps.map(({ command, shown }) => ({ command, ...expectedOf(shown) })));
  });
});
