import { userId } from '@karat/contract';
import type { CurrencyId } from '@karat/contract';
import { BTC, USDT, movementsOf, userAccount } from '@karat/domains/ledger';
import type { StatementEntry } from '@karat/domains/ledger';
import { amount } from '@karat/money';
import { csv } from '@karat/platform/spreadsheet';
import { expect, test } from 'vitest';
import { statementCsv } from './statement-csv.ts';
import { statementPdf } from './statement-pdf.ts';
import type { Statement } from './statement.ts';
import { coinTrackerRows, disposalRows } from './tax-formats.ts';
import type { Disposal } from './tax.ts';

const ALICE = userId(100_001);
const [EXCHANGE, FUTURES] = [userAccount(ALICE, 'change'), userAccount(ALICE, 'lever')];
const names = {
  codeOf: (currency: CurrencyId): string => (currency === BTC ? 'BTC' : 'USDT'),
  kindName: (kind: string): string => (kind === 'deposit' ? 'Deposit' : 'Order held'),
};
const FROM = Date.UTC(2026, 2, 1);
const TO = Date.UTC(2026, 3, 1);

/** 100 come in and 30 of them are held; of 2 BTC a half leaves, 0.25 of it what was held. */
const entries: readonly StatementEntry[] = [
  {
    ...{ id: 11, journalId: 21, account: EXCHANGE, currency: USDT, kind: 'deposit', reference: 'deposit:5' },
    ...{
      available: amount('70'),
      held: amount('30'),
      availableAfter: amount('570'),
      heldAfter: amount('31'),
    },
    at: Date.UTC(2026, 2, 3, 10, 0, 1),
  },
  {
    ...{ id: 12, journalId: 22, account: FUTURES, currency: BTC, kind: 'spot:hold', reference: 'order:6' },
    ...{ available: amount('-0.25'), held: amount('-0.2'), availableAfter: amount('1.5') },
    ...{ heldAfter: amount('0.05'), at: Date.UTC(2026, 2, 4, 11, 0, 2) },
  },
];
const statement: Statement = {
  ...{ month: '2026-03', fromMs: FROM, toMs: TO, closed: true, movements: 2 },
  balances: [
    {
      ...{ account: EXCHANGE, currency: USDT, opening: amount('501'), closing: amount('601') },
      ...{ arrived: amount('100'), departed: amount('0'), held: amount('31') },
      ...{ movements: 1, firstPosting: 11, lastPosting: 11 },
    },
    {
      ...{ account: FUTURES, currency: BTC, opening: amount('2'), closing: amount('1.55') },
      ...{ arrived: amount('0'), departed: amount('0.45'), held: amount('0.05') },
      ...{ movements: 1, firstPosting: 12, lastPosting: 12 },
    },
  ],
};

async function* pagesOf(...pages: (readonly StatementEntry[])[]) {
  yield* pages;
  await Promise.resolve();
}

test('a statement as CSV has every figure in its own column', async () => {
  let file = '';
  for await (const piece of statementCsv(statement, pagesOf(entries), names)) file += piece;
  expect(
    file
      .replace(/^\uFEFF/u, '')
      .trimEnd()
      .split('\r\n'),
  ).toEqual([
    'record,time_utc,account,currency,kind,description,reference,in,out,held_in,held_out,balance,held,entry',
    'opening,2026-03-01 00:00:00,change,USDT,,,,,,,,501,,',
    'opening,2026-03-01 00:00:00,lever,BTC,,,,,,,,2,,',
    'movement,2026-03-03 10:00:01,change,USDT,deposit,Deposit,deposit:5,70,,30,,601,31,11',
    'movement,2026-03-04 11:00:02,lever,BTC,spot:hold,Order held,order:6,,0.25,,0.2,1.55,0.05,12',
    'closing,2026-04-01 00:00:00,change,USDT,,,,100,0,,,601,31,',
    'closing,2026-04-01 00:00:00,lever,BTC,,,,0,0.45,,,1.55,0.05,',
  ]);
});

/** The texts of a PDF in their order. */
const textsOf = (file: Uint8Array): string[] =>
  [
    ...Buffer.from(file)
      .toString('latin1')
      .matchAll(/\(((?:\\.|[^\\)])*)\) Tj/gu),
  ].map(([, text = '']) => text.replace(/\\(.)/gu, '$1'));

test('a statement as PDF has every figure under its title', () => {
  const texts = textsOf(statementPdf(ALICE, statement, entries, names));
  const period = '2026-03-01 00:00:00 to 2026-03-31 23:59:59, UTC. Balances are available and held together.';
  expect(texts).toEqual([
    ...['Karat', 'Account statement 2026-03', 'UID 100001', period, 'Balances'],
    ...['Account', 'Currency', 'Opening balance', 'In', 'Out', 'Closing balance', 'Thereof held'],
    ...['Exchange', 'USDT', '501', '100', '0', '601', '31'],
    ...['Futures', 'BTC', '2', '0', '0.45', '1.55', '0.05'],
    'Movements (2)',
    ...['Time (UTC)', 'Account', 'Description', 'Reference', 'Currency', 'Available', 'Held', 'Balance'],
    ...['2026-03-03 10:00:01', 'Exchange', 'Deposit', 'deposit:5', 'USDT', '70', '30', '601'],
    ...['2026-03-04 11:00:02', 'Futures', 'Order held', 'order:6', 'BTC', '-0.25', '-0.2', '1.55'],
    ...['Karat statement 2026-03, UID 100001', 'Page 1 of 1'],
  ]);
  const running = { ...statement, closed: false, toMs: Date.UTC(2026, 2, 5) };
  expect(textsOf(statementPdf(ALICE, running, entries, names))[3]).toContain(
    'to 2026-03-05 00:00:00 (the month has not ended)',
  );
});

test('disposals with a gain, a loss and an average have each figure in its column', () => {
  const disposal = (id: number, more: Partial<Disposal>): Disposal => ({
    event: {
      ...{
        id,
        at: Date.UTC(2026, 4, id),
        journalId: id + 40,
        kind: 'spot:trade',
        currency: BTC,
        type: 'sell',
      },
      ...{ quantity: amount('-9'), value: amount('8'), price: undefined, fee: amount('7') },
      ...{ estimated: false, result: amount('6'), cost: amount('5'), realised: amount('4') },
    },
    ...{ quantity: amount('0.5'), acquiredMs: Date.UTC(2025, 0, 2), proceeds: amount('900') },
    ...{ cost: amount('700'), gain: amount('200'), isLongTerm: true, estimated: false, ...more },
  });
  const rows = disposalRows(
    [
      disposal(1, {}),
      disposal(2, { proceeds: amount('600'), gain: amount('-100'), isLongTerm: false, estimated: true }),
      disposal(3, { acquiredMs: undefined, isLongTerm: undefined, gain: amount('0') }),
    ],
    'lifo',
    names.codeOf,
  );
  expect(csv(rows).trimEnd().split('\r\n')).toEqual([
    'asset,quantity,acquired_utc,disposed_utc,proceeds_usdt,cost_usdt,gain_usdt,loss_usdt,term,method,kind,cost_basis,journal',
    'BTC,0.5,2025-01-02 00:00:00,2026-05-01 00:00:00,900,700,200,,long,lifo,spot:trade,paid,41',
    'BTC,0.5,2025-01-02 00:00:00,2026-05-02 00:00:00,600,700,,100,short,lifo,spot:trade,index price at the time,42',
    'BTC,0.5,various,2026-05-03 00:00:00,900,700,,,,lifo,spot:trade,paid,43',
  ]);
});

test("CoinTracker's rows have what is received before what is sent, with the tag of the kind", () => {
  const posting = (kind: string, currency: CurrencyId, change: string) => ({
    ...{ journalId: 7, kind, reference: 'a', at: Date.UTC(2026, 2, 4, 10, 5, 6), currency },
    ...{ available: amount(change), held: amount('0') },
  });
  const movements = movementsOf([
    posting('spot:trade', BTC, '0.5'),
    posting('spot:trade', USDT, '-100'),
    posting('mining:yield', USDT, '3'),
    posting('contract:fee', USDT, '-2'),
  ]);
  const rows = coinTrackerRows(movements, names.codeOf);
  expect(csv(rows).trimEnd().split('\r\n').slice(1)).toEqual([
    '03/04/2026 10:05:06,0.5,BTC,100,USDT,,,',
    '03/04/2026 10:05:06,3,USDT,,,,,staking',
    '03/04/2026 10:05:06,,,2,USDT,,,margin fee',
  ]);
});
