import { isObject, partOfText } from '@pks/contracts';
import type { Arguments } from './tool.ts';

/**
 * An artifact with the requested part of its text, and the position of that part. The artifact is whole, as the API answers it,
 * if its text fits into one part, or if it has an object or an array instead.
 */
export function partOfArtifact(answer: string, given: Arguments): string {
  const [offset, most] = [Number(given['offset']), Number(given['max_characters'])];
  if (offset === 0 && answer.length <= most) return answer;
  const artifact: unknown = JSON.parse(answer);
  if (!isObject(artifact) || typeof artifact['payload'] !== 'string') return answer;
  const { text: payload, ...place } = partOfText(artifact['payload'], offset, most);
  const isWhole = offset === 0 && place.next_offset === null;
  return isWhole ? answer : JSON.stringify({ ...artifact, payload, ...place });
}

/** A version without its content, which the caller has just written. */
export function withoutPayload(answer: string): string {
  const version: unknown = JSON.parse(answer);
  if (!isObject(version)) return answer;
  return JSON.stringify(Object.fromEntries(Object.entries(version).filter(([name]) => name !== 'payload')));
}
