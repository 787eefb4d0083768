import { LRUCache } from 'lru-cache';
import type { JsonBody } from './json-body.ts';

/** How many bodies are cached for each route. */
const MAX_CACHED = 1_000;
/** The longest body that is cached. Bytes. */
const MAX_CACHED_LENGTH = 1_024;

/** Short bodies of one route that are sent again and again: the same bytes are parsed and validated once. The parsed values must not be changed. */
export class SeenBodies {
  private readonly bodies = new LRUCache<string, JsonBody>({ max: MAX_CACHED });
  private readonly messages = new WeakMap<JsonBody, object>();

  /** The cached body with these bytes. */
  get(bytes: Buffer): JsonBody | undefined {
    return bytes.length > MAX_CACHED_LENGTH ? undefined : this.bodies.get(bytes.toString('latin1'));
  }

  /** Caches a body if it is short, and returns it as it is cached: the bytes that arrived are a part of a larger buffer, which would stay in memory. */
  add(body: JsonBody): JsonBody {
    const { bytes, value } = body;
    if (bytes.length > MAX_CACHED_LENGTH) return body;
    const cached = { bytes: Buffer.from(new Uint8Array(bytes).buffer), value };
    this.bodies.set(bytes.toString('latin1'), cached);
    return cached;
  }

  /** The message in a body: the cached one, or what `read` returns. @throws what `read` throws */
  messageOf(body: JsonBody, read: () => object): object {
    const known = this.messages.get(body);
    if (known) return known;
    const message = read();
    this.messages.set(body, message);
    return message;
  }
}
