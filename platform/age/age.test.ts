import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BackupRefused, createKey, decrypt, encrypt } from './index.ts';
import type { Identity, Recipient } from './index.ts';

const CHUNK = 64 * 1024;
const key = createKey();

async function* pieces(bytes: Buffer, size = 10_000): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
async function all(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of source) parts.push(part);
  return Buffer.concat(parts);
}
const sealed = (plain: Buffer, ...to: Recipient[]): Promise<Buffer> => all(encrypt(pieces(plain), to));
const opened = (file: Buffer, identity: Identity): Promise<Buffer> => all(decrypt(pieces(file), identity));
const bytes = (length: number): Buffer => Buffer.alloc(length, 'karat');

test.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK])(
  '%d bytes are encrypted and opened',
  async (length) => {
    const file = await sealed(bytes(length), key);
    expect(file.subarray(0, 22).toString()).toBe('age-encryption.org/v1\n');
    expect((await opened(file, key)).equals(bytes(length))).toBe(true);
  },
);

test('each of several keys opens a file, another key does not', async () => {
  const second = createKey();
  const file = await sealed(bytes(100), key, { recipient: second.recipient });
  expect(await opened(file, { key: second.key })).toEqual(bytes(100));
  await expect(opened(file, { key: createKey().key })).rejects.toThrow('another key or passphrase');
});

test('a passphrase opens a file, another passphrase and a key do not', async () => {
  const file = await sealed(bytes(100), { passphrase: 'a long passphrase', logN: 10 });
  expect(await opened(file, { passphrase: 'a long passphrase' })).toEqual(bytes(100));
  await expect(opened(file, { passphrase: 'a wrong passphrase' })).rejects.toThrow(BackupRefused);
  await expect(opened(file, key)).rejects.toThrow(BackupRefused);
});

test('a file of the standard program is opened', async () => {
  const {
    key: own,
    file,
    text,
  } = JSON.parse(readFileSync(join(import.meta.dirname, 'testing/age-vector.json'), 'utf8')) as {
    readonly key: string;
    readonly file: string;
    readonly text: string;
  };
  expect((await opened(Buffer.from(file, 'base64'), { key: own })).toString()).toBe(text);
});

test('a flipped byte is refused, wherever it is', async () => {
  const file = await sealed(bytes(2 * CHUNK), key);
  for (const at of [0, 30, 90, 180, 230, 1_000, CHUNK + 300, file.length - 1]) {
    const changed = Buffer.from(file);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await expect(opened(changed, key), `byte ${at}`).rejects.toThrow(BackupRefused);
  }
});

test('a file that was cut off is refused, at the border of a chunk too', async () => {
  const file = await sealed(bytes(2 * CHUNK), key);
  const start = file.length - 2 * (CHUNK + 16);
  for (const length of [0, 10, 150, start, start + 5, start + CHUNK + 16, file.length - 1])
    await expect(opened(file.subarray(0, length), key), `${length} bytes`).rejects.toThrow(BackupRefused);
});

test('a file with something after its end is refused', async () => {
  const file = await sealed(bytes(10), key);
  await expect(opened(Buffer.concat([file, Buffer.alloc(1)]), key)).rejects.toThrow(BackupRefused);
});
