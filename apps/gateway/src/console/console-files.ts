import { readFile, readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { GatewayConfig } from '../gateway.config.ts';
import { FixedContent } from '../http/fixed-content.ts';

/** The build of the console, next to the gateway's. */
const FOLDER = fileURLToPath(new URL('../../../console/dist', import.meta.url));

const TYPES: Readonly<Partial<Record<string, string>>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The console's pages as built. */
@Injectable()
export class ConsoleFiles implements OnModuleInit {
  /** The page that runs the console; undefined if the console is not served. */
  page: FixedContent | undefined;
  private assets: ReadonlyMap<string, FixedContent> = new Map();

  constructor(private readonly config: GatewayConfig) {}

  async onModuleInit(): Promise<void> {
    if (this.config.console === 'off') return;
    const [page, names] = await Promise.all([readOrNothing('index.html'), assetNames()]);
    if (page === undefined) return;
    this.page = new FixedContent({
      type: 'text/html; charset=utf-8',
      cacheControl: 'no-cache',
      read: () => page,
    });
    this.assets = new Map(names.map((name) => [name, assetOf(name)]));
  }

  /** A script, style or picture by its name, which contains the hash of its content. */
  asset(name: string): FixedContent | undefined {
    return this.assets.get(name);
  }
}

/** The name of an asset changes with its content, so browsers may cache it forever. */
function assetOf(name: string): FixedContent {
  return new FixedContent({
    type: TYPES[extname(name)] ?? 'application/octet-stream',
    cacheControl: 'public, max-age=31536000, immutable',
    read: () => readFile(join(FOLDER, 'assets', name)),
  });
}

async function assetNames(): Promise<string[]> {
  return readdir(join(FOLDER, 'assets')).catch(() => []);
}

async function readOrNothing(name: string): Promise<Buffer | undefined> {
  return readFile(join(FOLDER, name)).catch(() => undefined);
}
