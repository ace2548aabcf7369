import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { VECTORS_FILE, vectors } from '../testing/vectors.ts';
import { formulas, readReceipt, readTicksFile, verifyReceipt } from './index.ts';

const DOCS = resolve(import.meta.dirname, '../../../docs');
const VERIFIER = join(DOCS, 'examples/verify-receipt.mjs');
const published = JSON.parse(readFileSync(VECTORS_FILE, 'utf8')) as ReturnType<typeof vectors>;
const folder = mkdtempSync(join(tmpdir(), 'karat-vectors-'));
afterAll(() => rmSync(folder, { recursive: true }));

const keysOf = (purpose: string): string[] =>
  published.keys.filter((key) => key.purpose === purpose).map((key) => key.public_key);
const bodyOf = (name: string): string => published.ticks.find((file) => file.name === name)?.body ?? '';

/** Runs the documentation's verifier, which shares no code with this project. */
function verifier(...args: readonly string[]) {
  const { status, stdout } = spawnSync(process.execPath, [VERIFIER, ...args], { encoding: 'utf8' });
  return { status, stdout };
}
const written = (name: string, content: unknown): string => {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};

test('the published vectors match the code', () => {
  expect(published).toEqual(JSON.parse(JSON.stringify(vectors())));
});

test("the documentation's verifier decides every vector correctly", () => {
  const { status, stdout } = verifier('--vectors', VECTORS_FILE);
  expect(stdout.split('\n').filter((line) => line !== '' && !line.startsWith('ok '))).toEqual([]);
  expect(status).toBe(0);
});

test.each(published.receipts)('our verifier decides the receipt vector "$name" alike', async (vector) => {
  const [file = ''] = vector.files;
  const checks = await verifyReceipt(readReceipt(JSON.stringify(vector.signed)), {
    receiptKeys: keysOf('receipts'),
    tickKeys: keysOf('index-ticks'),
    ticks: () => Promise.resolve(bodyOf(file)),
  });
  const failed = checks.filter(({ state }) => state === 'failed').map(({ name }) => name);
  if (vector.valid) expect(checks.map(({ state }) => state)).toEqual(checks.map(() => 'proved'));
  else expect(failed).toContain('fails' in vector ? vector.fails : '');
});

test.each(published.ticks)('our verifier decides the tick file "$name" alike', async ({ body, valid }) => {
  const file = await readTicksFile(body);
  const accepted = file.ok && file.keys.every((key) => keysOf('index-ticks').includes(key));
  expect(accepted).toBe(valid);
});

test("the documentation's verifier reads single files, and reports what it could not check", () => {
  const [first] = published.receipts;
  const [owner] = published.owners;
  if (!first || !owner) return expect.fail('no vectors');
  const receipt = written('receipt.json', { type: 'ok', code: 1, message: first.signed });
  const keys = written('keys.json', published.keys);
  const ticks = written('ticks.jsonl', bodyOf('simulated'));
  const wrong = written('wrong.jsonl', bodyOf('price changed'));
  const mine = ['--salt', owner.salt, '--uid', String(owner.uid)];
  expect(verifier(receipt, '--keys', keys, '--ticks', ticks, ...mine)).toMatchObject({ status: 0 });
  expect(verifier(receipt, '--keys', keys, '--ticks', wrong)).toMatchObject({ status: 1 });
  expect(verifier(receipt, '--keys', keys, '--ticks', ticks, ...mine.slice(0, 3), '7')).toMatchObject({
    status: 1,
  });
  expect(verifier(receipt, '--keys', keys)).toMatchObject({ status: 2 });
  expect(verifier(join(folder, 'none.json'), '--keys', keys)).toMatchObject({ status: 2 });
  const more = { ...first.signed, receipt: { ...first.signed.receipt, note: '' } };
  expect(verifier(written('more.json', more), '--keys', keys, '--ticks', ticks).stdout).toContain(
    'failed    form',
  );
});

test("the documentation's verifier imports only Node", () => {
  const imports = readFileSync(VERIFIER, 'utf8').matchAll(/from '([^']+)'/g);
  for (const [, name] of imports) expect(name).toMatch(/^node:/);
});

test('the documentation has a section for every formula, and names every fact and every domain separation text', () => {
  const page = readFileSync(join(DOCS, 'receipts.md'), 'utf8');
  for (const { id } of formulas) expect(page).toContain(`### \`${id}\``);
  for (const { signed } of published.receipts)
    for (const name of [...Object.keys(signed.receipt.order), ...Object.keys(signed.receipt.result)])
      expect(page).toContain(`\`${name}\``);
  for (const text of [
    'karat-receipt-v1',
    'karat-owner-v1',
    'karat-ticks-v1',
    'karat-head-v1',
    'karat-seed-v1',
    'karat-liabilities-v1',
  ])
    expect(page).toContain(text);
});
