import { randomUUID } from 'node:crypto';
import { readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { privateFolder } from '../private-folder.ts';

const NAME = /^\d{15}-[0-9a-f-]{36}\.eml$/;

/** The received mails, as files in a folder that only its owner can read. Only the newest are kept. */
export class MailBox {
  private readonly directory: string;
  private readonly kept: number;

  constructor(directory: string, kept = 500) {
    this.directory = privateFolder(directory);
    this.kept = kept;
  }

  /** The ids of all mails, the newest first. */
  ids(): string[] {
    const names = readdirSync(this.directory).filter((name) => NAME.test(name));
    return names
      .map((name) => name.slice(0, -'.eml'.length))
      .toSorted()
      .toReversed();
  }

  add(source: Buffer, now = Date.now()): void {
    const file = join(this.directory, `${String(now).padStart(15, '0')}-${randomUUID()}.eml`);
    writeFileSync(`${file}.new`, source, { mode: 0o600 });
    renameSync(`${file}.new`, file);
    for (const id of this.ids().slice(this.kept)) rmSync(this.fileOf(id), { force: true });
  }

  /** A mail as it was received; null when there is none with this id. */
  source(id: string): Buffer | null {
    if (!NAME.test(`${id}.eml`)) return null;
    try {
      return readFileSync(this.fileOf(id));
    } catch {
      return null;
    }
  }

  private fileOf(id: string): string {
    return join(this.directory, `${id}.eml`);
  }
}
