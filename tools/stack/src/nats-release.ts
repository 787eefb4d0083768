import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './child.ts';

/** The release of the NATS server that is downloaded. */
export const NATS_VERSION = '2.12.15';

const RELEASE = `https://github.com/nats-io/nats-server/releases/download/v${NATS_VERSION}`;
const ANSWER_WITHIN_MS = 4_000;
const DOWNLOAD_WITHIN_MS = 120_000;

/** Checksums of the archives for Linux, as NATS' official container images pin them. Other archives are checked against the checksums published with the release. */
const PINNED: Readonly<Record<string, string | undefined>> = {
  'linux-amd64': '58ab8131f819263897e2fc38e503e1b755b63bcafeecc7d12582487df48ca15e',
  'linux-arm64': 'b724db99fefbf8f5c808baa82819ee50350aee9734017e4a478f7e545cef3ab6',
  'linux-arm7': '72311fe4e14ce3ce22dc8e7ac02633e6f31a9bab4086c92a31fd040e59683c8a',
  'linux-386': 'e20fd919512273ed8ee553f5076bd76b1fc5e78a3cf83eafed4e0b40582f9b87',
};
const ARCHITECTURES: Record<string, string | undefined> = {
  x64: 'amd64',
  arm64: 'arm64',
  arm: 'arm7',
  ia32: '386',
};

/** Downloads the official release for this machine and refuses it unless its checksum is the expected one. */
export async function fromRelease(workspace: string, onLog: (line: string) => void): Promise<string> {
  const machine = machineName();
  const name = `nats-server-v${NATS_VERSION}-${machine}`;
  onLog(`Fetching the NATS server ${NATS_VERSION} from github.com.`);
  const published = await download(`${RELEASE}/SHA256SUMS`, ANSWER_WITHIN_MS);
  const expected = PINNED[machine] ?? checksumOf(name, published.toString('utf8'));
  const archive = await download(`${RELEASE}/${name}.tar.gz`, DOWNLOAD_WITHIN_MS);
  const actual = createHash('sha256').update(archive).digest('hex');
  if (actual !== expected) throw new Error(`the checksum of ${name}.tar.gz is wrong`);
  const file = join(workspace, 'release.tar.gz');
  writeFileSync(file, archive);
  const { code } = await run('tar', ['-xzf', file, '-C', workspace]);
  if (code !== 0) throw new Error(`${name}.tar.gz could not be unpacked`);
  return join(workspace, name, 'nats-server');
}

function machineName(): string {
  const architecture = ARCHITECTURES[process.arch];
  if (architecture === undefined || !['linux', 'darwin'].includes(process.platform)) {
    throw new Error(`there is no release for ${process.platform} on ${process.arch}`);
  }
  return `${process.platform}-${architecture}`;
}

function checksumOf(name: string, sums: string): string {
  const line = sums.split('\n').find((candidate) => candidate.trim().endsWith(`${name}.tar.gz`));
  const checksum = line?.trim().split(/\s+/)[0];
  if (checksum === undefined) throw new Error(`no checksum of ${name}.tar.gz is published`);
  return checksum;
}

async function download(address: string, within: number): Promise<Buffer> {
  const response = await fetch(address, { signal: AbortSignal.timeout(within) }).catch(() => null);
  if (response === null) throw new Error('github.com cannot be reached');
  if (!response.ok) throw new Error(`github.com answered ${response.status} for ${address}`);
  return Buffer.from(await response.arrayBuffer());
}
