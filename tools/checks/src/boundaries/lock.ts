/** A package in `package-lock.json`, by its path. */
export interface LockedPackage {
  readonly link?: boolean;
  readonly integrity?: string;
}

/** Binaries for platforms for which no checksum could be obtained when the version was locked. npm installs them unchecked. */
const WITHOUT_CHECKSUM: readonly string[] = [
  'darwin-arm64',
  'linux-arm64-gnu',
  'linux-arm64-musl',
  'win32-arm64-msvc',
  'win32-x64-msvc',
].map((platform) => `node_modules/@lancedb/lancedb-${platform}`);

/** The third-party packages that npm would install without comparing their checksum, and exceptions that are no longer needed. */
export function judgeLock(packages: Readonly<Record<string, LockedPackage>>): string[] {
  const installed = Object.entries(packages).filter(
    ([path, { link = false }]) => path.includes('node_modules/') && !link,
  );
  return installed.flatMap(([path, { integrity }]) => {
    const isException = WITHOUT_CHECKSUM.includes(path);
    if (isException === (integrity === undefined)) return [];
    return isException
      ? [`${path} has its checksum in package-lock.json: it is no exception any more.`]
      : [`${path} has no integrity in package-lock.json: npm would install whatever it gets.`];
  });
}
