import { createHmac, createPrivateKey, createPublicKey, createSecretKey, sign, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '@karat/platform/context';
import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';
import type { Random } from '@karat/platform/random';
import { sha256 } from './compare.ts';

/** 32 secret bytes: the seed of a signing key or the key of a keyed hash. */
const SECRET_BYTES = 32;
/** DER in front of an Ed25519 seed (PKCS#8) and of a raw public key (SPKI), RFC 8410. */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** A missing or malformed secret; the message names the remedy. */
export class SecretError extends Error {}

export interface SecretSource {
  /** File name in the key store. */
  readonly name: string;
  /** From the environment: 64 hex digits or base64 of 32 bytes. Required outside of demo mode. */
  readonly configured?: string | undefined;
  /** Name of the environment variable, for the message. */
  readonly variable: string;
  /** Key store of demo mode; readable by its owner only. */
  readonly directory: string;
  readonly demo: boolean;
  readonly random: Random;
}

/** Returns the bytes of a secret from an environment variable. Throws SecretError if it is malformed. */
export function readSecret(variable: string, text: string): Buffer {
  const bytes = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  if (bytes.length !== SECRET_BYTES) {
    throw new SecretError(
      `${variable} must be 32 bytes as hex or base64; make one with: openssl rand -hex 32`,
    );
  }
  return bytes;
}

/**
 * Returns the secret of a name: from the environment, or in demo mode from the key store, where the first start
 * creates it.
 */
export async function openSecret(source: SecretSource): Promise<Buffer> {
  if (source.configured !== undefined && source.configured !== '')
    return readSecret(source.variable, source.configured);
  if (!source.demo) {
    throw new SecretError(`${source.variable} is not set; make a value with: openssl rand -hex 32`);
  }
  await mkdir(source.directory, { recursive: true, mode: 0o700 });
  const path = secretPath(source);
  const kept = await readFile(path).catch(() => undefined);
  if (kept?.length === SECRET_BYTES) return kept;
  return writeSecret(path, Buffer.from(source.random.bytes(SECRET_BYTES)));
}

/** Returns the path of a secret in the key store of demo mode. */
export const secretPath = ({ directory, name }: Pick<SecretSource, 'directory' | 'name'>): string =>
  join(directory, `${name}.key`);

/** Returns the present secret, from the environment or in demo mode from the key store; creates none. */
export async function findSecret(source: Omit<SecretSource, 'random'>): Promise<Buffer | undefined> {
  const { configured, variable, demo } = source;
  if (configured !== undefined && configured !== '') return readSecret(variable, configured);
  const kept = demo ? await readFile(secretPath(source)).catch(() => undefined) : undefined;
  return kept?.length === SECRET_BYTES ? kept : undefined;
}

async function writeSecret(path: string, secret: Buffer): Promise<Buffer> {
  const draft = `${path}.${process.pid}.tmp`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(secret);
    await file.sync();
  } finally {
    await file.close();
  }
  // A link does not replace an existing file: if another process was first, its secret is used.
  await link(draft, path).catch(() => undefined);
  await unlink(draft);
  const kept = await readFile(path);
  if (kept.length !== SECRET_BYTES)
    throw new SecretError(`${path} is damaged; restore it from a backup or delete it`);
  return kept;
}

/** Signs with one Ed25519 key. */
export interface Signer {
  /** First 16 hex digits of the SHA-256 of the public key. */
  readonly keyId: string;
  /** Raw public key, 32 bytes. */
  readonly publicKey: Buffer;
  /** Ed25519 signature (RFC 8032), 64 bytes. */
  sign(data: Uint8Array): Buffer;
}

export function signerFromSeed(seed: Uint8Array): Signer {
  const key = createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = rawPublicKey(createPublicKey(key));
  return {
    keyId: sha256(publicKey).toString('hex').slice(0, 16),
    publicKey,
    sign: (data) => sign(null, data, key),
  };
}

const rawPublicKey = (key: KeyObject): Buffer =>
  key.export({ format: 'der', type: 'spki' }).subarray(PUBLIC_PREFIX.length);

/** Returns true if the Ed25519 signature over the data is valid for the raw public key; malformed input returns false. */
export function verifySignature(publicKey: Uint8Array, data: Uint8Array, signature: Uint8Array): boolean {
  if (publicKey.length !== 32 || signature.length !== 64) return false;
  try {
    const key = createPublicKey({
      key: Buffer.concat([PUBLIC_PREFIX, publicKey]),
      format: 'der',
      type: 'spki',
    });
    return verify(null, data, key, signature);
  } catch {
    return false;
  }
}

/** Opens the signing key of a purpose and publishes its public half in `platform_signing_keys`. */
export async function openSigner(
  ctx: Context,
  purpose: string,
  source: Omit<SecretSource, 'demo' | 'random'>,
): Promise<Signer> {
  const secret = await openSecret({ ...source, demo: ctx.demo, random: ctx.random });
  return published(ctx, purpose, signerFromSeed(secret));
}

async function published(ctx: Context, purpose: string, signer: Signer): Promise<Signer> {
  await ctx.db.run(sql`
    insert into platform_signing_keys (id, purpose, public_key, first_used_at)
    values (${signer.keyId}, ${purpose}, ${signer.publicKey}, to_timestamp(${ctx.clock.now()} / 1000.0))
    on conflict (id) do nothing`);
  return signer;
}

/**
 * Returns a signing key for a further purpose, derived from the secret of a name: its seed is HMAC-SHA-256 of the
 * purpose, so neither key reveals the other. Its public half is published too.
 */
export async function openDerivedSigner(
  ctx: Context,
  purpose: string,
  source: Omit<SecretSource, 'demo' | 'random'>,
): Promise<Signer> {
  const secret = await openSecret({ ...source, demo: ctx.demo, random: ctx.random });
  return published(ctx, purpose, derivedSigner(secret, purpose));
}

/** Returns the same key without publishing it, to verify signatures. */
export const derivedSigner = (secret: Uint8Array, purpose: string): Signer =>
  signerFromSeed(keyedHash(secret, 'karat-signing', purpose));

export interface PublishedKey {
  readonly id: string;
  readonly purpose: string;
  readonly publicKey: Buffer;
  readonly firstUsedMs: number;
}

/** Returns every signing key ever used, oldest first. */
export const publishedKeys = (db: Queries): Promise<PublishedKey[]> =>
  db.rows<PublishedKey>(sql`
    select id, purpose, public_key as "publicKey", first_used_at as "firstUsedMs"
    from platform_signing_keys order by first_used_at, id`);

/** Returns the HMAC-SHA-256 over parts, each behind its length so that they cannot run together. */
export function keyedHash(secret: Uint8Array | KeyObject, ...parts: readonly string[]): Buffer {
  // Faster than with bytes, even if the key is made for one hash.
  const mac = createHmac('sha256', secret instanceof Uint8Array ? createSecretKey(secret) : secret);
  for (const part of parts) mac.update(`${Buffer.byteLength(part)}:`).update(part);
  return mac.digest();
}
