import { expect, test } from 'vitest';
import { closing, depositOrder, optionOrder, settled, signed } from '../testing/vector-receipts.ts';
import { receiptKey, strangerKey, tickKey, T0 } from '../testing/vector-keys.ts';
import { fileOf, simulated, ticks } from '../testing/vector-ticks.ts';
import { contractWhyFormula, miningFormula, optionFormula, verifyReceipt } from './index.ts';
import type { Evidence, Receipt, SignedReceipt, TickRange } from './index.ts';

const receipt = settled(optionFormula, '1', optionOrder(10.3, 40.3));
const all = fileOf(simulated);
const trusting = (file: string, more: Partial<Evidence> = {}): Evidence => ({
  receiptKeys: [receiptKey.publicKey],
  tickKeys: [tickKey.publicKey],
  ticks: () => Promise.resolve(file),
  ...more,
});
const states = async (evidence: Evidence, of: Receipt = receipt): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await verifyReceipt(signed(of), evidence)).map(({ name, state, why }) => [
      name,
      why === undefined ? state : `${state}: ${why}`,
    ]),
  );
/** The file up to the tick of a second, with a head after it or without. */
const upTo = (second: number, hasHead: boolean): string => {
  const file = fileOf({ ...simulated, lines: simulated.lines.filter(({ time }) => time <= T0 + second) });
  return hasHead ? file : file.trimEnd().split('\n').slice(0, -1).join('\n');
};

test('every check of a genuine receipt is proved, in the published order', async () => {
  expect(Object.entries(await states(trusting(all)))).toEqual(
    ['number', 'signature', 'key', 'hashes', 'chain', 'choice', 'result'].map((name) => [name, 'proved']),
  );
});

test('without trusted keys the key is open, and heads of any key are accepted', async () => {
  const file = fileOf(simulated, strangerKey);
  const open = await states(trusting(file, { receiptKeys: [], tickKeys: [] }));
  expect(open).toMatchObject({ key: `open: ${receiptKey.publicKey}`, chain: 'proved', choice: 'proved' });
});

test('of several trusted keys each is accepted, a stranger among the heads is named', async () => {
  const keys = [strangerKey.publicKey, tickKey.publicKey];
  expect(await states(trusting(all, { tickKeys: keys }))).toMatchObject({ chain: 'proved' });
  const foreign = await states(trusting(fileOf(simulated, strangerKey)));
  expect(foreign).toMatchObject({
    chain: `failed: ${strangerKey.publicKey}`,
    choice: `open: ${strangerKey.publicKey}`,
    result: 'proved',
  });
});

test('a tick past the last signed head leaves the chain open; a head at the last second of the range proves it', async () => {
  // The range ends at second 40.
  expect(await states(trusting(upTo(40, true)))).toMatchObject({ chain: 'proved', choice: 'proved' });
  expect(await states(trusting(upTo(40, false)))).toMatchObject({
    chain: 'open: unsigned',
    choice: 'proved',
  });
});

test('unsigned ticks after the range do not matter', async () => {
  // The head of the first minute is that of second 59; 60 and later have none.
  expect(await states(trusting(upTo(70, false)))).toMatchObject({ chain: 'proved' });
});

test('a receipt without the last tick of its window does not follow from the published ticks', async () => {
  expect(await states(trusting(upTo(39, true)))).toMatchObject({ chain: 'proved', choice: 'failed: 29' });
});

test('published ticks that are deleted leave the choice open; a file of another market fails', async () => {
  const later = fileOf({ ...simulated, lines: simulated.lines.filter(({ time }) => time > T0 + 50) });
  expect(await states(trusting(later))).toMatchObject({ chain: 'proved', choice: 'open: forgotten' });
  expect(await states(trusting(fileOf({ ...simulated, market: 2 })))).toMatchObject({ chain: 'failed: 2' });
});

test('ticks of the own order book of a market are published, and prove no choice', async () => {
  const lines = simulated.lines.map((line) => ({ ...line, quotes: `reference=${line.price}` }));
  const book = fileOf({ ...simulated, source: 'book', lines });
  expect(await states(trusting(book))).toMatchObject({ chain: 'proved', choice: 'open: forgotten' });
});

test('offline the chain and the choice are open, the result is computed', async () => {
  const { ticks: _, ...offline } = trusting(all);
  expect(await states(offline)).toMatchObject({
    chain: 'open: offline',
    choice: 'open: offline',
    result: 'proved',
  });
});

test('a broken download leaves the rest open, a broken order fails it', async () => {
  const refused = trusting(all, { ticks: () => Promise.reject(new Error('no network')) });
  expect(await states(refused)).toMatchObject({ chain: 'open: no network', result: 'open: no network' });
  const { decimals: _, ...without } = receipt.order;
  expect(await states(trusting(all), { ...receipt, order: without })).toMatchObject({
    hashes: 'proved',
    chain: 'failed: the order does not say decimals',
    choice: 'failed: the order does not say decimals',
    result: 'failed: the order does not say decimals',
  });
});

test('a rule that this verifier does not know, or with another text, leaves chain, choice and result open', async () => {
  for (const formula of [
    { ...receipt.formula, id: 'option/2' },
    { ...receipt.formula, text: `${receipt.formula.text} Not.` },
  ])
    expect(await states(trusting(all), { ...receipt, formula })).toMatchObject({
      number: 'proved',
      chain: `open: ${formula.id}`,
      choice: `open: ${formula.id}`,
      result: `open: ${formula.id}`,
    });
});

test('an additional or a missing fact of the result fails', async () => {
  const { entry: _, ...fewer } = receipt.result;
  for (const result of [{ ...receipt.result, bonus: '1' }, fewer, { ...receipt.result, entry: '1' }])
    expect((await states(trusting(all), { ...receipt, result }))['result']).toMatch(/^failed/);
});

test('each tick of a receipt is hashed, the last one too', async () => {
  const last = receipt.ticks.length - 1;
  for (const at of [0, last]) {
    const tick = receipt.ticks[at];
    if (!tick) return expect.fail('no tick');
    const bent = { ...receipt, ticks: receipt.ticks.with(at, { ...tick, quotes: 'simulated=1' }) };
    expect(await states(trusting(all), bent)).toMatchObject({ hashes: `failed: ${tick.time}` });
  }
});

test('every range of a rule is fetched and checked: the key of the second file counts too', async () => {
  const stop = settled(
    contractWhyFormula,
    '10:3:closed',
    closing(62, { reason: 'take_profit', trigger_price: '92100.5', trigger_second: String(T0 + 60) }),
    ticks,
  );
  const asked: TickRange[] = [];
  const by = (second: string) =>
    trusting(all, {
      ticks: (range) => {
        asked.push(range);
        return Promise.resolve(range.from === T0 + 62 ? second : all);
      },
    });
  expect(await states(by(all), stop)).toMatchObject({ chain: 'proved', choice: 'proved', result: 'proved' });
  expect(asked).toEqual([
    { market: 1, from: T0 + 60, to: T0 + 60 },
    { market: 1, from: T0 + 62, to: T0 + 62 },
  ]);
  expect(await states(by(fileOf(simulated, strangerKey)), stop)).toMatchObject({
    chain: `failed: ${strangerKey.publicKey}`,
  });
  expect(await states(by(upTo(62, false)), stop)).toMatchObject({ chain: 'open: unsigned' });
  const firstUnsigned = trusting(all, {
    ticks: ({ from }) => Promise.resolve(from === T0 + 60 ? upTo(60, false) : all),
  });
  expect(await states(firstUnsigned, stop)).toMatchObject({ chain: 'open: unsigned' });
});

const checked = async (change: Partial<SignedReceipt>, evidence = trusting(all)) =>
  Object.fromEntries(
    (await verifyReceipt({ ...signed(receipt), ...change }, evidence)).map(({ name, state, why }) => [
      name,
      why === undefined ? state : `${state}: ${why}`,
    ]),
  );

test('a wrong number, signature, key or name of the key fails by itself, and the rest stays proved', async () => {
  const genuine = signed(receipt);
  const { publicKey } = receiptKey;
  expect(await checked({ hash: 'f'.repeat(64) })).toMatchObject({
    number: `failed: ${genuine.hash}`,
    signature: 'proved',
    result: 'proved',
  });
  const broken = `failed: ${publicKey}`;
  expect(await checked({ signature: signed(receipt, strangerKey).signature })).toMatchObject({
    number: 'proved',
    signature: broken,
    key: 'proved',
  });
  expect(await checked({ signature: '?' })).toMatchObject({ signature: broken });
  expect(await checked({ key: strangerKey.id })).toMatchObject({ signature: broken, key: 'proved' });
  expect(await checked({ public_key: '?' })).toMatchObject({ signature: 'failed: ?', key: 'failed: ?' });
  const { publicKey: other } = strangerKey;
  expect(await checked(signed(receipt, strangerKey))).toMatchObject({
    signature: 'proved',
    key: `failed: ${other}`,
  });
});

test('a file that does not verify is named by its line, and the choice stays open with it', async () => {
  const lines = all.split('\n');
  const damaged = lines.with(3, 'x').join('\n');
  expect(await states(trusting(damaged))).toMatchObject({
    chain: 'failed: 4: not JSON',
    choice: 'open: 4: not JSON',
    result: 'proved',
  });
});

test('each chosen tick is the published one: by its hash and its market', async () => {
  const [first, ...rest] = receipt.ticks;
  const other = ticks.find(({ time }) => time === T0 + 20);
  if (!first || !other) return expect.fail('no tick');
  const chosen = async (changed: Receipt['ticks']) =>
    (await states(trusting(all), { ...receipt, ticks: changed }))['choice'];
  expect(await chosen([other, ...rest])).toMatch(/^failed/);
  expect(await chosen([{ ...first, market: 2 }, ...rest])).toMatch(/^failed/);
  expect(await chosen([...receipt.ticks, other])).toMatch(/^failed/);
  expect(await chosen([...receipt.ticks.slice(0, -1), other])).toMatch(/^failed/);
});

test('an unreadable price of a tick fails its hash', async () => {
  const [first, ...rest] = receipt.ticks;
  if (!first) return expect.fail('no tick');
  const bent = { ...receipt, ticks: [{ ...first, price: 'x' }, ...rest] };
  expect((await states(trusting(all), bent))['hashes']).toBe(`failed: ${first.time}`);
});

test('a rule that reads no ticks has its choice proved by none', async () => {
  const redeemed = settled(miningFormula, '15:1', depositOrder({}));
  expect(await states(trusting(all), redeemed)).toMatchObject({
    chain: 'proved',
    choice: 'proved',
    result: 'proved',
  });
});
