import { readReceipt, verifyReceipt } from '@karat/evidence';
import type { SignedReceipt, TickRange } from '@karat/evidence';
import { marketId } from '@karat/contract';
import { marketHandlers } from '@karat/domains/market';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALICE, OptionsFixture } from './testing/options-fixture.ts';

let database: TestDatabase;
let fixture: OptionsFixture;
let won: SignedReceipt;
let voided: SignedReceipt;

const receiptOf = async (hash: string | undefined): Promise<SignedReceipt> =>
  readReceipt(
    JSON.stringify(
      await fixture.deps.proofs.handlers['proofs/receipt']({ input: { hash } } as Parameters<
        (typeof fixture.deps.proofs.handlers)['proofs/receipt']
      >[0]),
    ),
  );

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await OptionsFixture.open(database.db);
  await fixture.fund(ALICE, '1000');
  await fixture.fundPool('1000');
  await fixture.admit(ALICE);
  await fixture.seconds(1);
  fixture.clock.set(fixture.clock.now() + 300);
  const first = await fixture.take();
  await fixture.seconds(25, '30000');
  await fixture.seconds(5, '30010');
  fixture.clock.set(first.expiresMs);
  await fixture.settler.runDue();
  const second = await fixture.take();
  await fixture.seconds(3, '30000');
  fixture.clock.set(fixture.clock.now() + 120_000);
  await fixture.seconds(70, '30000', true);
  won = await receiptOf((await fixture.order(first.id)).receipt);
  voided = await receiptOf((await fixture.order(second.id)).receipt);
});
afterAll(() => database.drop());

const download = async ({ market, from, to }: TickRange): Promise<string> => {
  const handlers = marketHandlers(fixture.market);
  const file = await handlers['market/ticks']({
    input: { match_id: marketId(market), from, to },
  } as Parameters<(typeof handlers)['market/ticks']>[0]);
  return file.body;
};
const states = async (receipt: SignedReceipt, ticks = download, keys: readonly string[] = [won.public_key]) =>
  Object.fromEntries(
    (await verifyReceipt(receipt, { receiptKeys: keys, tickKeys: [won.public_key], ticks })).map(
      ({ name, state }) => [name, state],
    ),
  );
const all = (state: string) =>
  Object.fromEntries(
    ['number', 'signature', 'key', 'hashes', 'chain', 'choice', 'result'].map((name) => [name, state]),
  );

test('a receipt is proved by the published ticks, a void one by their absence', async () => {
  expect(won.receipt.result['outcome']).toBe('win');
  expect(await states(won)).toEqual(all('proved'));
  expect(voided.receipt.result['outcome']).toBe('void');
  expect(await states(voided)).toEqual(all('proved'));
});

test('a changed result, price, order or owner breaks number and signature', async () => {
  const { receipt } = won;
  const changed: readonly SignedReceipt[] = [
    { ...won, receipt: { ...receipt, result: { ...receipt.result, outcome: 'lose', returned: '0' } } },
    { ...won, receipt: { ...receipt, ticks: receipt.ticks.map((tick) => ({ ...tick, price: '1' })) } },
    { ...won, receipt: { ...receipt, order: { ...receipt.order, direction: 'down' } } },
    { ...won, receipt: { ...receipt, owner: '0'.repeat(64) } },
  ];
  for (const one of changed)
    expect(await states(one)).toMatchObject({ number: 'failed', signature: 'failed' });
  expect(await states(changed[0] ?? won)).toMatchObject({ result: 'failed' });
  expect(await states(changed[1] ?? won)).toMatchObject({ hashes: 'failed', result: 'failed' });
});

test('the omission of a relevant tick is detected by the published range', async () => {
  const { receipt } = won;
  const less = { ...won, receipt: { ...receipt, ticks: receipt.ticks.slice(0, -1) } };
  expect(await states(less)).toMatchObject({ choice: 'failed' });
});

test('another key, a corrupt file and an unreachable publisher are reported as such', async () => {
  expect(await states(won, download, [Buffer.alloc(32).toString('base64')])).toMatchObject({ key: 'failed' });
  const bent = async (range: TickRange) => (await download(range)).replace('"30010"', '"30011"');
  expect(await states(won, bent)).toMatchObject({ chain: 'failed', choice: 'open', result: 'proved' });
  const silent = (): Promise<string> => Promise.reject(new Error('offline'));
  expect(await states(won, silent)).toMatchObject({ signature: 'proved', chain: 'open', result: 'open' });
  expect((await verifyReceipt(won, { receiptKeys: [], tickKeys: [] })).map(({ state }) => state)).toEqual([
    'proved',
    'proved',
    'open',
    'proved',
    'open',
    'open',
    'proved',
  ]);
});
