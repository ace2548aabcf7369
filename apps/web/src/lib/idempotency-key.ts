/** A key that no one else has: 128 random bits. `crypto.randomUUID` is missing where the app is opened without TLS. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
