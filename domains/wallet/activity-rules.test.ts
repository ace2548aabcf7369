import { JOURNAL_KINDS, currencyId, userId } from '@karat/contract';
import { amount, format } from '@karat/money';
import { BTC, USDT, userAccount } from '@karat/domains/ledger';
import { expect, test } from 'vitest';
import { ACTIVITY_ROLES, eventKinds, eventsOf, listedKinds } from './activity-rules.ts';

const spot = userAccount(userId(7), 'change');
const futures = userAccount(userId(7), 'lever');

let ids = 0;
const entry = (
  kind: string,
  available: string,
  held: string,
  more: { currency?: typeof USDT; account?: typeof spot; reference?: string; matches?: boolean } = {},
) => ({
  id: ++ids,
  journalId: 1,
  account: more.account ?? spot,
  currency: more.currency ?? USDT,
  kind,
  reference: more.reference ?? 'order:1',
  available: amount(available),
  held: amount(held),
  availableAfter: amount(String(ids)),
  heldAfter: amount('0'),
  at: 0,
  matches: more.matches ?? true,
});
const shown = (...entries: ReturnType<typeof entry>[]) =>
  eventsOf(entries.toReversed()).map(({ kind, legs }) => [
    kind,
    ...legs.map(({ currency, amount: of, availableAfter }) => [currency, format(of), format(availableAfter)]),
  ]);

test('several fills of an order in one batch are one event with the balance after the last', () => {
  ids = 0;
  const rows = shown(
    entry('spot:trade', '0', '-100'),
    entry('spot:trade', '0.001', '0', { currency: BTC }),
    entry('spot:trade', '0', '-50'),
    entry('spot:trade', '0.0005', '0', { currency: BTC }),
  );
  expect(rows).toEqual([['spot:trade', [USDT, '-150', '3'], [BTC, '0.0015', '4']]]);
});

test('orders of one batch are events of their own, and a hold is none', () => {
  ids = 0;
  const rows = shown(
    entry('spot:hold', '-100', '100'),
    entry('spot:trade', '-20', '0', { reference: 'order:2' }),
    entry('spot:trade', '-30', '0', { reference: 'order:3' }),
  );
  expect(rows).toEqual([
    ['spot:trade', [USDT, '-30', '3']],
    ['spot:trade', [USDT, '-20', '2']],
  ]);
});

test('a transfer is one event with both accounts, the debit first', () => {
  ids = 0;
  const rows = eventsOf([
    entry('transfer', '5', '0', { account: futures }),
    entry('transfer', '-5', '0', { account: spot }),
  ]);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.legs.map(({ account }) => account)).toEqual([spot, futures]);
});

test('a purchase in Earn shows what left the balance, an allotment what was received', () => {
  ids = 0;
  expect(shown(entry('dual:purchase', '-300', '300'))).toEqual([['dual:purchase', [USDT, '-300', '1']]]);
  const token = currencyId(1001);
  expect(
    shown(
      entry('launchpad:allotment', '5', '-20'),
      entry('launchpad:allotment', '0', '100', { currency: token }),
    ),
  ).toEqual([['launchpad:allotment', [token, '100', '3']]]);
});

test('an event stands at its newest matching entry, and without one it is left out', () => {
  ids = 0;
  const [event] = eventsOf([
    entry('convert', '-1', '0', { matches: true }),
    entry('convert', '2', '0', { currency: BTC, matches: false }),
  ]);
  expect(event).toMatchObject({ id: 1, legs: [{ currency: USDT }, { currency: BTC }] });
  expect(eventsOf([entry('convert', '1', '0', { matches: false })])).toEqual([]);
});

test('every group has kinds, and none of them is a hold', () => {
  expect(eventKinds('withdrawals')).toEqual(['withdrawal:hold']);
  expect(eventKinds('trades')).toContain('spot:trade');
  expect(eventKinds()).not.toContain('spot:hold');
});

test('the history lists what includes a fee among the fees, which a file of movements does not', () => {
  const fees = [
    'fiat:provider_fee',
    'withdrawal:network_fee',
    'sweep:network_fee',
    'contract:fee',
    'contract:overnight',
  ];
  expect(eventKinds('fees')).toEqual(fees);
  expect(listedKinds('fees')).toEqual([...fees, 'spot:trade', 'convert', 'withdrawal:hold']);
  expect(listedKinds('trades')).toEqual(eventKinds('trades'));
});

test('a kind that this version does not know is a transfer', () => {
  const [event] = eventsOf([entry('bond:coupon', '3', '-1')]);
  expect(event).toMatchObject({ group: 'transfers', kind: 'bond:coupon', legs: [{ amount: amount('2') }] });
});

/** The kinds that users see, by group and measure; all others belong to an event of another kind. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  'deposits,total': [
    ...['genesis', 'demo:grant', 'fiat:purchase', 'fiat:refund', 'fiat:chargeback', 'deposit'],
    'deposit:voucher',
  ],
  'transfers,total': ['transfer', 'send', 'correction'],
  'transfers,available': ['gift:hold', 'gift:claim', 'gift:return'],
  'withdrawals,available': ['withdrawal:hold'],
  'fees,total': [
    ...['fiat:provider_fee', 'withdrawal:network_fee', 'sweep:network_fee', 'contract:fee'],
    'contract:overnight',
  ],
  'trades,total': [
    ...['convert', 'spot:trade', 'stock:split', 'copy:share', 'contract:close', 'contract:liquidation'],
    ...['contract:insurance', 'option:won', 'option:lost'],
  ],
  'earn,total': ['mining:yield', 'mining:extra', 'launchpad:dividend'],
  'earn,gain': ['launchpad:allotment'],
  'earn,available': [
    ...['mining:opened', 'mining:matured', 'mining:redeemed', 'mining:closed', 'dual:purchase'],
    ...['dual:payout', 'dual:refund', 'launchpad:application', 'launchpad:cancellation', 'launchpad:refund'],
  ],
  'loans,available': ['loan:collateral', 'loan:release'],
  'loans,gain': ['loan:drawdown'],
  'loans,total': ['loan:repayment', 'loan:conversion', 'loan:liquidation'],
  'rewards,total': ['stock:dividend', 'contract:coupon', 'growth:rebate', 'growth:coupon'],
  'nft,total': ['nft:sale', 'nft:forfeit'],
  'games,total': ['game:stake', 'game:payout', 'game:refund', 'game:fee'],
};

test.each(Object.entries(SHOWN))('the kinds shown as %s', (role, kinds) => {
  expect(JOURNAL_KINDS.filter((kind) => String(ACTIVITY_ROLES[kind]) === role).toSorted()).toEqual(
    [...kinds].toSorted(),
  );
});

test('every other kind is a detail', () => {
  const listed = new Set(Object.values(SHOWN).flat());
  expect(JOURNAL_KINDS.filter((kind) => !listed.has(kind))).toEqual(
    JOURNAL_KINDS.filter((kind) => ACTIVITY_ROLES[kind] === 'detail'),
  );
  expect(eventKinds().toSorted()).toEqual([...listed].toSorted());
});

test('an event whose sums are zero is left out, and so is a balance of one', () => {
  expect(shown(entry('convert', '-2', '2'))).toEqual([]);
  expect(shown(entry('launchpad:allotment', '-2', '2'))).toEqual([]);
  ids = 0;
  const rows = shown(entry('convert', '-2', '2', { currency: BTC }), entry('convert', '3', '0'));
  expect(rows).toEqual([['convert', [USDT, '3', '2']]]);
});

test('events are listed by their newest matching entry, newest first', () => {
  ids = 0;
  const [oldest, middle, unmatched] = [
    entry('send', '-1', '0', { reference: 'a' }),
    entry('send', '-2', '0', { reference: 'b' }),
    entry('send', '-3', '0', { reference: 'a', matches: false }),
  ];
  expect(eventsOf([unmatched, middle, oldest]).map(({ reference }) => reference)).toEqual(['b', 'a']);
});
