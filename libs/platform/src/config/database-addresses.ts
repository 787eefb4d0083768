/** The address of each server in an address, which may have several hosts, each with its port, separated by commas. */
export function addressesIn(url: string): readonly string[] {
  const start = url.indexOf('://') + 3;
  const end = start + url.slice(start).search(/[/?#]|$/);
  const authority = url.slice(start, end);
  const hosts = authority.slice(authority.lastIndexOf('@') + 1);
  const [before, after] = [url.slice(0, end - hosts.length), url.slice(end)];
  const named = hosts.split(',').filter((host) => host !== '');
  return named.length === 0 ? [url] : named.map((host) => `${before}${host}${after}`);
}
