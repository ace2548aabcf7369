import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFiles } from './index.ts';
import type { Files, NewFile } from './index.ts';

const ALICE = 100_001;
const BOB = 100_002;

let own: TestDatabase;
let ctx: Context;
let directory: string;
let files: Files;

beforeAll(async () => {
  own = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'karat-files-'));
  ctx = {
    db: own.db,
    clock: virtualClock(),
    random: seededRandom('files'),
    bus: createBus(() => undefined),
    log: silentLog,
    demo: true,
  };
  files = createFiles(ctx, { directory });
});
afterAll(async () => {
  await own.drop();
  await rm(directory, { recursive: true });
});

const keep = (file: Partial<NewFile> & { readonly bytes: Uint8Array }): Promise<string> =>
  own.db.transact((tx) =>
    files.keep(tx, { owner: ALICE, visibility: 'private', mime: 'image/webp', ...file }),
  );
const serve = (address: string, caller: Parameters<Files['serve']>[1]) =>
  files.serve(address.replace('/files/', ''), caller);
const stored = async (): Promise<string[]> =>
  (await readdir(directory, { recursive: true, withFileTypes: true }))
    .filter((e) => e.isFile())
    .map((e) => e.name);

test('a public file is served to everyone, cacheable and never sniffed', async () => {
  const address = await keep({ bytes: Buffer.from('a face'), visibility: 'public' });
  const served = await serve(address, undefined);
  expect(served.status).toBe(200);
  expect(served.body.toString()).toBe('a face');
  expect(served.headers).toMatchObject({
    'content-type': 'image/webp',
    'content-length': '6',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'cross-origin-resource-policy': 'cross-origin',
  });
  expect(served.headers['content-security-policy']).toMatch(/default-src 'none'.*base-uri 'none'.*sandbox/);
});

test('a private file is served to its owner and to operators, and does not exist for others', async () => {
  const address = await keep({ bytes: Buffer.from('a passport') });
  expect((await serve(address, { userId: ALICE })).body.toString()).toBe('a passport');
  expect((await serve(address, { userId: ALICE })).headers).toMatchObject({
    'cache-control': 'private, no-store',
    'cross-origin-resource-policy': 'same-site',
  });
  expect((await serve(address, { role: 'support' })).status).toBe(200);
  const unknown = await serve('/files/AAAAAAAAAAAAAAAAAAAAAA', { userId: BOB });
  for (const caller of [undefined, { userId: BOB }]) {
    const refused = await serve(address, caller);
    expect(refused).toEqual(unknown);
    expect(refused.status).toBe(404);
  }
});

test('a sealed file is served to its owner alone, and cannot be published', async () => {
  const bytes = Buffer.from('a secret');
  const seal = async (address: string): Promise<string> => {
    const file = await files.owned(own.db, address, ALICE);
    if (!file) throw new Error('no file');
    return own.db.transact((tx) => files.seal(tx, file));
  };
  const address = await seal(await keep({ bytes }));
  expect((await serve(address, { userId: ALICE })).body.toString()).toBe('a secret');
  for (const caller of [undefined, { userId: BOB }, { role: 'admin' }] as const)
    expect((await serve(address, caller)).status).toBe(404);
  expect(await seal(address)).toBe(address);
  expect((await serve(address, { userId: ALICE })).status).toBe(200);
  const again = await keep({ bytes });
  expect(again).not.toBe(address);
  expect(await seal(again)).toBe(address);
  expect((await serve(again, { userId: ALICE })).status).toBe(404);
  await expect(own.db.transact((tx) => files.publish(tx, address))).rejects.toThrow('published');
});

test('a published file has the address of its owner, also where another owner has published the same bytes', async () => {
  const bytes = Buffer.from('a face of two');
  const publish = (address: string) => own.db.transact((tx) => files.publish(tx, address));
  const first = await publish(await keep({ bytes }));
  const second = await publish(await keep({ bytes, owner: BOB }));
  expect(second).not.toBe(first);
  for (const [address, owner] of [[first, ALICE] as const, [second, BOB] as const])
    expect(await files.owned(own.db, address, owner)).toMatchObject({ visibility: 'public' });
  expect(await publish(await keep({ bytes }))).toBe(first);
});

test('other owners of the same bytes are users', async () => {
  const bytes = Buffer.from('of several');
  const address = await keep({ bytes });
  for (const owner of [BOB, 0, 100_003]) await keep({ bytes, owner });
  const file = await files.owned(own.db, address, ALICE);
  expect(file && (await files.otherOwners(own.db, file))).toEqual([BOB, 100_003]);
});

test('only the owner finds a file by its address', async () => {
  const address = await keep({ bytes: Buffer.from('mine') });
  expect(await files.owned(own.db, address, ALICE)).toMatchObject({ owner: ALICE, bytes: 4 });
  expect(await files.owned(own.db, address, BOB)).toBeUndefined();
  for (const odd of [
    '',
    '/files/',
    `${address}/..`,
    '/files/../../../etc/passwd',
    'https://x.example/a.png',
  ]) {
    expect(await files.owned(own.db, odd, ALICE)).toBeUndefined();
  }
});

test('path traversal and malformed ids are reported as unknown', async () => {
  for (const id of ['..', '../../etc/passwd', '', 'a\0b', 'é'.repeat(22), 'x'.repeat(5_000)]) {
    expect((await files.serve(id, { role: 'admin' })).status).toBe(404);
  }
});

test('the same bytes are stored once, and each owner has a separate address', async () => {
  const bytes = Buffer.from('shared');
  const before = (await stored()).length;
  const first = await keep({ bytes });
  const again = await keep({ bytes });
  const other = await keep({ bytes, owner: BOB });
  expect(again).toBe(first);
  expect(other).not.toBe(first);
  expect((await stored()).length).toBe(before + 1);
  expect((await serve(other, { userId: ALICE })).status).toBe(404);
});

test('bytes are durable before their row is committed', async () => {
  let names: string[] = [];
  const before = new Set(await stored());
  await own.db.transact(async (tx) => {
    await files.keep(tx, {
      owner: ALICE,
      visibility: 'private',
      mime: 'image/webp',
      bytes: Buffer.from('early'),
    });
    names = (await stored()).filter((name) => !before.has(name));
  });
  expect(names).toHaveLength(1);
  expect(names[0]).toMatch(/^[0-9a-f]{64}$/);
});

test('damaged bytes are not served', async () => {
  const address = await keep({ bytes: Buffer.from('whole') });
  const row = await files.owned(own.db, address, ALICE);
  const hash = row?.sha256.toString('hex') ?? '';
  await writeFile(join(directory, hash.slice(0, 2), hash.slice(2, 4), hash), 'holed');
  expect((await serve(address, { userId: ALICE })).status).toBe(404);
  // What a crash has cut off is written again.
  await writeFile(join(directory, hash.slice(0, 2), hash.slice(2, 4), hash), 'who');
  expect(await keep({ bytes: Buffer.from('whole') })).toBe(address);
  expect((await serve(address, { userId: ALICE })).body.toString()).toBe('whole');
});

test('an owner cannot fill the disk', async () => {
  const small = createFiles(ctx, { directory, ownerBytesMax: 10 });
  const put = (text: string, ownerBytesMax?: number) => {
    const bytes = Buffer.from(text);
    const file = { owner: 100_009, visibility: 'private', mime: 'image/webp', bytes } as const;
    return own.db.transact((tx) =>
      small.keep(tx, ownerBytesMax === undefined ? file : { ...file, ownerBytesMax }),
    );
  };
  const full = { code: 'too_many_requests' };
  await put('123456');
  await expect(put('7890123')).rejects.toMatchObject(full);
  // The quota of a file lowers that of the owner and does not raise it.
  await expect(put('7890123', 100)).rejects.toMatchObject(full);
  await expect(put('7890', 9)).rejects.toMatchObject(full);
  await put('7890', 10);
  await expect(put('!')).rejects.toMatchObject(full);
});
