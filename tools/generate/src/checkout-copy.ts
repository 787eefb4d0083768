import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../../..');
const OURS = '@pks';
const run = promisify(execFile);

/** A copy of this checkout in a temporary folder, with links to its installed packages, for a test to change. */
export class CheckoutCopy {
  readonly root = mkdtempSync(join(tmpdir(), 'pks-generate-'));

  static async make(): Promise<CheckoutCopy> {
    const copy = new CheckoutCopy();
    const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: ROOT,
    });
    for (const path of stdout.split('\0').filter((name) => name !== '' && existsSync(join(ROOT, name))))
      cpSync(join(ROOT, path), join(copy.root, path));
    for (const folder of ['.', ...['apps', 'libs', 'tools'].flatMap(foldersIn)]) copy.linkPackages(folder);
    return copy;
  }

  /** Runs a program of the packages, or a file, in a folder of the copy. @throws Error with the output if it fails. */
  async run(
    folder: string,
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const options = { cwd: join(this.root, folder), env: { ...process.env, ...env }, maxBuffer: 2 ** 26 };
    await run(process.execPath, args, options).catch((error: { stdout: string; stderr: string }) => {
      throw new Error(`${args.join(' ')}\n${error.stdout}${error.stderr}`);
    });
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  /** Links each installed package, but copies the links to this repository's own, so that they lead to their folders in the copy. */
  private linkPackages(folder: string): void {
    const from = join(ROOT, folder, 'node_modules');
    const to = join(this.root, folder, 'node_modules');
    if (!existsSync(from)) return;
    mkdirSync(to, { recursive: true });
    for (const name of readdirSync(from).filter((entry) => entry !== OURS && entry !== '.cache'))
      symlinkSync(join(from, name), join(to, name));
    if (existsSync(join(from, OURS)))
      cpSync(join(from, OURS), join(to, OURS), { recursive: true, verbatimSymlinks: true });
  }
}

function foldersIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder)).map((name) => join(folder, name));
}
