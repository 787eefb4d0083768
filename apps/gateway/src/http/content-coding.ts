/** How a body may be encoded for its transfer. */
export type ContentCoding = 'br' | 'gzip' | 'identity';

const WEIGHT = /^([\w*-]+)(?:\s*;\s*q=([01](?:\.\d{0,3})?))?$/i;

/** The coding that a client prefers by its `Accept-Encoding`; `identity` if it names none of ours (RFC 9110, 12.5.3). */
export function codingFor(acceptEncoding: string | undefined): ContentCoding {
  const weights = weightsIn(acceptEncoding ?? '');
  const weightOf = (coding: ContentCoding): number => weights.get(coding) ?? weights.get('*') ?? 0;
  const [br, gzip, identity] = [weightOf('br'), weightOf('gzip'), weights.get('identity') ?? 0];
  if (Math.max(br, gzip) === 0 || identity > Math.max(br, gzip)) return 'identity';
  return br >= gzip ? 'br' : 'gzip';
}

function weightsIn(header: string): ReadonlyMap<string, number> {
  const matches = header.split(',').map((one) => WEIGHT.exec(one.trim()));
  return new Map(matches.flatMap((match) => (match ? [[name(match), Number(match[2] ?? 1)]] : [])));
}

function name([, coding = '']: RegExpExecArray): string {
  return coding.toLowerCase();
}
