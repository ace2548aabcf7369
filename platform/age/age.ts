import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { BackupRefused, headerLength, makeHeader, openHeader, payloadKey } from './age-header.ts';
import type { Identity, Recipient } from './age-header.ts';

const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const SEALED_BYTES = CHUNK_BYTES + TAG_BYTES;
const NONCE_BYTES = 16;
const HEADER_BYTES_MAX = 16 * 1024;
const ALGORITHM = 'chacha20-poly1305';

/** Nonce of a chunk: its number, and whether it is the last. A chunk that was moved, removed or cut off does not open. */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(number), 3);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

function sealChunk(key: Buffer, number: number, isLast: boolean, bytes: Buffer): Buffer {
  const cipher = createCipheriv(ALGORITHM, key, nonceOf(number, isLast), { authTagLength: TAG_BYTES });
  return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

function openChunk(key: Buffer, number: number, isLast: boolean, sealed: Buffer): Buffer {
  if (sealed.length < TAG_BYTES) throw new BackupRefused('the backup is cut off');
  const end = sealed.length - TAG_BYTES;
  const opening = createDecipheriv(ALGORITHM, key, nonceOf(number, isLast), { authTagLength: TAG_BYTES });
  opening.setAuthTag(sealed.subarray(end));
  try {
    return Buffer.concat([opening.update(sealed.subarray(0, end)), opening.final()]);
  } catch {
    throw new BackupRefused(
      `the backup was changed or cut off at byte ${number * SEALED_BYTES} of its content`,
    );
  }
}

/** Encrypts in the format of age (age-encryption.org/v1), so that the standard program opens the file too. */
export async function* encrypt(
  source: AsyncIterable<Buffer>,
  recipients: readonly Recipient[],
): AsyncGenerator<Buffer> {
  const { header, fileKey } = await makeHeader(recipients);
  const nonce = randomBytes(NONCE_BYTES);
  yield Buffer.concat([Buffer.from(header), nonce]);
  const key = payloadKey(fileKey, nonce);
  let number = 0;
  for await (const { bytes, isLast } of inChunks(source, CHUNK_BYTES)) {
    yield sealChunk(key, number, isLast, bytes);
    number += 1;
  }
}

/**
 * Decrypts. Every chunk is checked before it is returned; the end is reached only if the last one was there. Refuses
 * with BackupRefused.
 */
export async function* decrypt(source: AsyncIterable<Buffer>, identity: Identity): AsyncGenerator<Buffer> {
  const input = source[Symbol.asyncIterator]();
  let start = Buffer.alloc(0);
  let length: number | undefined;
  while (length === undefined || start.length < length + NONCE_BYTES) {
    const next = await input.next();
    if (next.done === true || (length === undefined && start.length > HEADER_BYTES_MAX))
      throw new BackupRefused('this is not an encrypted backup, or it is cut off');
    start = Buffer.concat([start, next.value]);
    length ??= headerLength(start);
  }
  const fileKey = await openHeader(start.subarray(0, length).toString('latin1'), identity);
  const key = payloadKey(fileKey, start.subarray(length, length + NONCE_BYTES));
  const rest = start.subarray(length + NONCE_BYTES);
  const body = { [Symbol.asyncIterator]: () => input };
  let number = 0;
  for await (const { bytes, isLast } of inChunks(joined(rest, body), SEALED_BYTES)) {
    yield openChunk(key, number, isLast, bytes);
    number += 1;
  }
}

async function* joined(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  if (first.length > 0) yield first;
  yield* rest;
}

/** Cuts a stream into pieces of one size; the last may be shorter, and is empty only if the stream is. */
async function* inChunks(
  source: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ readonly bytes: Buffer; readonly isLast: boolean }> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const bytes of source) {
    parts.push(bytes);
    length += bytes.length;
    if (length <= size) continue;
    const all = Buffer.concat(parts);
    let at = 0;
    // A full piece is held back until it is known that more follows.
    for (; all.length - at > size; at += size) yield { bytes: all.subarray(at, at + size), isLast: false };
    parts = [all.subarray(at)];
    length = all.length - at;
  }
  yield { bytes: Buffer.concat(parts), isLast: true };
}
