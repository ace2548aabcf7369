/** The Ed25519 of the browser or Node; undefined without support. */
async function bySubtle(
  key: Uint8Array<ArrayBuffer>,
  data: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
): Promise<boolean | undefined> {
  // Absent if a page was not loaded over a secure connection.
  const subtle: (typeof globalThis.crypto)['subtle'] | undefined = globalThis.crypto?.subtle;
  if (subtle === undefined) return undefined;
  try {
    const imported = await subtle.importKey('raw', key, { name: 'Ed25519' }, false, ['verify']);
    return await subtle.verify({ name: 'Ed25519' }, imported, signature, data);
  } catch {
    return undefined;
  }
}

/**
 * Whether an Ed25519 signature (RFC 8032) over the data was made with the raw public key; malformed input returns
 * false. Uses WebCrypto, and without its Ed25519 a library that is loaded then.
 */
export async function verifyEd25519(
  publicKey: Uint8Array,
  data: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  if (publicKey.length !== 32 || signature.length !== 64) return false;
  const own = await bySubtle(Uint8Array.from(publicKey), Uint8Array.from(data), Uint8Array.from(signature));
  return own ?? verifyByLibrary(publicKey, data, signature);
}

/** The same without WebCrypto. */
export async function verifyByLibrary(
  publicKey: Uint8Array,
  data: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  const { ed25519 } = await import('@noble/curves/ed25519.js');
  try {
    // Strict, as required by RFC 8032 and FIPS 186-5.
    return ed25519.verify(signature, data, publicKey, { zip215: false });
  } catch {
    return false;
  }
}
