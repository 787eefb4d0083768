/** A hash of 32 bits, all equally well mixed (MurmurHash3 over UTF-16 units). */
export function hashOf(text: string): number {
  let hash = 0x9747b28c;
  for (let at = 0; at < text.length; at += 1) {
    let unit = Math.imul(text.charCodeAt(at), 0xcc9e2d51);
    unit = (unit << 15) | (unit >>> 17);
    hash ^= Math.imul(unit, 0x1b873593);
    hash = (hash << 13) | (hash >>> 19);
    hash = (Math.imul(hash, 5) + 0xe6546b64) | 0;
  }
  hash ^= text.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
