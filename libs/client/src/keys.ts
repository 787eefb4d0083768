/** A key that no other call has, for `Idempotency-Key` and for the ids that clients give. Not `randomUUID`, which browsers have over https alone. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
