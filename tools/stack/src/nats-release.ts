import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './child.ts';
import { download, type Fetching } from './download.ts';

/** The release of the NATS server that is downloaded. */
export const NATS_VERSION = '2.12.15';

const RELEASE = `https://github.com/nats-io/nats-server/releases/download/v${NATS_VERSION}`;

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
export async function fromRelease(
  workspace: string,
  fetching: Fetching,
  release: string = RELEASE,
): Promise<string> {
  const machine = machineName();
  const name = `nats-server-v${NATS_VERSION}-${machine}`;
  fetching.onLog(`Fetching the NATS server ${NATS_VERSION} from ${new URL(release).host}.`);
  const expected = PINNED[machine] ?? (await publishedChecksum(`${name}.tar.gz`, release, fetching));
  const archive = await download(`${release}/${name}.tar.gz`, fetching);
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

async function publishedChecksum(file: string, release: string, fetching: Fetching): Promise<string> {
  const sums = (await download(`${release}/SHA256SUMS`, fetching)).toString('utf8');
  const line = sums.split('\n').find((candidate) => candidate.trim().endsWith(file));
  const checksum = line?.trim().split(/\s+/)[0];
  if (checksum === undefined) throw new Error(`no checksum of ${file} is published`);
  return checksum;
}
