import { expect, test } from 'vitest';
import { T0, strangerKey, tickKey } from '../testing/vector-keys.ts';
import { fileOf, simulated } from '../testing/vector-ticks.ts';
import { readTicksFile } from './ticks-file.ts';

const five = { ...simulated, lines: simulated.lines.slice(0, 5) };
/** The start line, five ticks and a head. */
const rows = fileOf(five)
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Record<string, unknown>);
const read = (changed: readonly (Record<string, unknown> | string)[]) =>
  readTicksFile(changed.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n'));
const changing = (at: number, more: Record<string, unknown>) => read(rows.with(at, { ...rows[at], ...more }));
const broken = (line: number, reason: string | RegExp) => ({
  ok: false,
  line,
  reason: typeof reason === 'string' ? reason : (expect.stringMatching(reason) as string),
});

test('a whole file gives its ticks, the second of its last head and the key', async () => {
  expect(await read(rows)).toMatchObject({
    ok: true,
    market: 1,
    symbol: 'BTC/USDT',
    signedUpTo: T0 + 4,
    keys: [tickKey.publicKey],
  });
  const file = await read([...rows, '', '']);
  expect(file.ok && file.ticks.map(({ time }) => time - T0)).toEqual([0, 1, 2, 3, 4]);
  expect(file.ok && file.ticks[1]?.previous).toBe(rows[1]?.['hash']);
});

test('without a head nothing is signed', async () => {
  expect(await read(rows.slice(0, -1))).toMatchObject({ ok: true, signedUpTo: 0, keys: [] });
});

test.each([
  [{ type: 'tick' }, 'it does not begin with a start line'],
  [{ version: 2 }, 'it does not begin with a start line'],
  [{ previous: 'f'.repeat(63) }, 'the start line cannot be read'],
  [{ previous: 'F'.repeat(64) }, 'the start line cannot be read'],
  [{ market: 1.5 }, 'the start line cannot be read'],
  [{ market: '1' }, 'the start line cannot be read'],
  [{ decimals: -1 }, 'the start line cannot be read'],
  [{ decimals: 11 }, 'the start line cannot be read'],
])('a start line with %j is refused', async (more, reason) => {
  expect(await changing(0, more)).toEqual(broken(1, reason));
});

test.each([
  [{ price: 'x' }, 'the tick cannot be read'],
  [{ source: 'guessed' }, 'the tick cannot be read'],
  [{ market: 2 }, 'a tick of another market'],
  [{ time: T0 }, 'its second does not come after the one before'],
  [{ time: T0 + 1.5 }, 'its second does not come after the one before'],
  [{ hash: 'f'.repeat(64) }, /^the hash should be [0-9a-f]{64}$/],
  [{ quotes: 'simulated=1' }, /^the hash should be/],
  [{ type: 'tock' }, 'neither a tick nor a head'],
])('the second tick with %j is refused with its line', async (more, reason) => {
  expect(await changing(2, more)).toEqual(broken(3, reason));
});

test('the same tick twice is refused', async () => {
  const [start = {}, first = {}, second = {}] = rows;
  expect(await read([start, first, second, second])).toEqual(
    broken(4, 'its second does not come after the one before'),
  );
});

test('a price that its sources do not give is refused although its hash is right', async () => {
  const lines = five.lines.map((line, at) => (at === 2 ? { ...line, price: '92002.5' } : line));
  expect(await readTicksFile(fileOf({ ...five, lines }))).toEqual(
    broken(4, 'the price does not follow from its sources'),
  );
});

test.each([
  [{ market: 2 }, 'a head of another market'],
  [{ time: T0 + 3 }, 'the signed head is not the hash of the tick before it'],
  [{ hash: rows[4]?.['hash'] }, 'the signed head is not the hash of the tick before it'],
  [{ public_key: strangerKey.publicKey }, 'the signature does not hold'],
  [{ public_key: '?' }, 'the signature does not hold'],
  [{ signature: '' }, 'the signature does not hold'],
])('a head with %j is refused', async (more, reason) => {
  expect(await changing(6, more)).toEqual(broken(7, reason));
});

test('a line that is not JSON, and one that is no object, are refused', async () => {
  expect(await read(rows.with(3, 'x' as never))).toEqual(broken(4, 'not JSON'));
  expect(await read(rows.with(3, '7' as never))).toEqual(broken(4, 'not JSON'));
  expect(await readTicksFile('')).toEqual(broken(1, 'it does not begin with a start line'));
});

test('a file has at most 20,000 lines', async () => {
  const start = JSON.stringify(rows[0]);
  const lines = (count: number) => readTicksFile([start, ...Array<string>(count - 1).fill('{}')].join('\n'));
  expect(await lines(20_000)).toEqual(broken(2, 'neither a tick nor a head'));
  expect(await lines(20_001)).toEqual(broken(20_000, 'too long'));
});
