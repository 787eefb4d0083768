import { LRUCache } from 'lru-cache';
import type { JsonBody } from './json-body.ts';

/** Bodies cached for each route. */
const MAX_CACHED = 1_000;
/** Bytes. */
const MAX_CACHED_LENGTH = 1_024;

/** Short bodies of one route that are sent again and again: the same bytes are parsed and checked once. Nobody changes what they stand for. */
export class SeenBodies {
  private readonly bodies = new LRUCache<string, JsonBody>({ max: MAX_CACHED });
  private readonly messages = new WeakMap<JsonBody, object>();

  /** The body that these bytes were read as. */
  get(bytes: Buffer): JsonBody | undefined {
    return bytes.length > MAX_CACHED_LENGTH ? undefined : this.bodies.get(bytes.toString('latin1'));
  }

  add(body: JsonBody): void {
    if (body.bytes.length <= MAX_CACHED_LENGTH) this.bodies.set(body.bytes.toString('latin1'), body);
  }

  /** The message that a body was found to be, or is by `read`. @throws what `read` throws */
  messageOf(body: JsonBody, read: () => object): object {
    const known = this.messages.get(body);
    if (known) return known;
    const message = read();
    this.messages.set(body, message);
    return message;
  }
}
