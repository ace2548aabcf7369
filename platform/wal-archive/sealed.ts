import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { BackupRefused, decrypt, encrypt } from '@karat/platform/age';
import { syncFolder, writeDurably } from '@karat/platform/durable';

const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Writes bytes compressed and encrypted into a folder; the file appears under its name when it is on the disk. */
export async function writeSealed(
  folder: string,
  name: string,
  bytes: Buffer,
  recipients: readonly string[],
): Promise<void> {
  const draft = join(folder, `${sha256Of(Buffer.from(name)).slice(0, 16)}.part`);
  await pipeline(
    [bytes],
    createGzip({ level: 1 }),
    (packed: AsyncIterable<Buffer>) =>
      encrypt(
        packed,
        recipients.map((recipient) => ({ recipient })),
      ),
    (encrypted: AsyncIterable<Buffer>) => writeDurably(draft, encrypted),
  );
  await rename(draft, join(folder, name));
  await syncFolder(folder);
}

/** Writes the content of a sealed file to `path`. Refuses one that was changed, or has not that SHA-256 (hex), with BackupRefused. */
export async function readSealed(sealed: string, key: string, sha256: string, path: string): Promise<void> {
  const hash = createHash('sha256');
  try {
    await pipeline(
      createReadStream(sealed),
      (encrypted: AsyncIterable<Buffer>) => decrypt(encrypted, { key }),
      createGunzip(),
      async function* (plain: AsyncIterable<Buffer>) {
        for await (const bytes of plain) {
          hash.update(bytes);
          yield bytes;
        }
      },
      (plain: AsyncIterable<Buffer>) => writeDurably(path, plain),
    );
    if (hash.digest('hex') !== sha256)
      throw new BackupRefused(`${sealed} has another content than its name says`);
  } catch (failure) {
    await rm(path, { force: true });
    throw failure;
  }
}
