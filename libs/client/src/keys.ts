/** A unique key, for `Idempotency-Key` and for ids that clients choose. Not by `randomUUID`, which browsers have over https only. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
