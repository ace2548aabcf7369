import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { entryOf, folderEntries, readTar, writeTar } from './index.ts';
import { createFolderWriter } from './index.ts';
import type { Entry } from './index.ts';
import { differencesOf } from './load.ts';

async function* pieces(bytes: Buffer, size = 10_000): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
async function all(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of source) parts.push(part);
  return Buffer.concat(parts);
}
const bytes = (length: number): Buffer => Buffer.alloc(length, 'karat');

async function* entries(...list: Entry[]): AsyncGenerator<Entry> {
  yield* list;
}

test('an archive returns names and contents, with entries left unread', async () => {
  const long = `files/${'a'.repeat(90)}/${'b'.repeat(64)}`;
  const archive = await all(
    writeTar(
      entries(entryOf('begin.json', bytes(3)), entryOf('skipped', bytes(700)), entryOf(long, bytes(512))),
      1,
    ),
  );
  const found: [string, number][] = [];
  for await (const entry of readTar(pieces(archive, 100)))
    found.push([entry.name, entry.name === 'skipped' ? 0 : (await all(entry.body)).length]);
  expect(found).toEqual([
    ['begin.json', 3],
    ['skipped', 0],
    [long, 512],
  ]);
  await expect(all(writeTar(entries({ name: 'x', size: 4, body: pieces(bytes(3)) }), 1))).rejects.toThrow(
    'changed its size',
  );
});

test('an archive has no more padding than other programs expect', async () => {
  const lengthOf = async (size: number): Promise<number> =>
    (await all(writeTar(entries(entryOf('x', bytes(size))), 1))).length;
  expect([await lengthOf(512), await lengthOf(513), await lengthOf(0)]).toEqual([2_048, 2_560, 1_536]);
});

test('a table with the same size and another content differs', () => {
  const content = { name: 'ledger', rows: 2, bytes: 9, sha256: 'aa' };
  expect(differencesOf([content], [{ ...content }])).toEqual([]);
  for (const other of [{ sha256: 'bb' }, { rows: 3 }, { bytes: 8 }])
    expect(differencesOf([content], [{ ...content, ...other }])).toEqual(['ledger']);
  expect(differencesOf([content], [])).toEqual(['ledger']);
});

test('a folder is written below its root only, and nothing that exists is replaced', async () => {
  const root = mkdtempSync(join(tmpdir(), 'karat-folder-'));
  try {
    const writer = createFolderWriter(root);
    for (const name of ['../out', '/etc/x', 'files/../../x', 'files//x', 'files/.ssh'])
      await expect(writer.write(entryOf(name, bytes(1))), name).rejects.toThrow('does not belong there');
    await writer.write(entryOf('files/ab/x', bytes(5)));
    await writer.commit();
    writeFileSync(join(root, 'files/draft.tmp'), 'x');
    const found: string[] = [];
    for await (const { name } of folderEntries(root, 'files', /\.tmp$/)) found.push(name);
    expect(found).toEqual(['files/ab/x']);
  } finally {
    rmSync(root, { recursive: true });
  }
});
