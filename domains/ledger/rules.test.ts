import { currencyId, userId } from '@karat/contract';
import { amount } from '@karat/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  HOUSE_ACCOUNTS,
  HOUSE_SHARDS,
  houseAccount,
  isHouse,
  mayGoNegative,
  ownerOf,
  userAccount,
} from './accounts.ts';
import type { Entry, Journal } from './journal.ts';
import { canonical, checkJournal } from './rules.ts';
import { createPostingBuffer } from './posting-buffer.ts';

const usdt = currencyId(3);
const btc = currencyId(1);
const alice = userAccount(userId(100_001), 'change');
const bob = userAccount(userId(100_002), 'change');
const decimalsOf = (id: number): number => (id === usdt ? 6 : 8);

const journal = (entries: Entry[], more: Partial<Journal> = {}): Journal => ({
  key: 'k',
  kind: 'transfer',
  reference: 'r',
  at: 1,
  entries,
  ...more,
});
const check = (entries: Entry[], more?: Partial<Journal>): void =>
  checkJournal(journal(entries, more), decimalsOf);

const pays = (text: string): Entry => ({ account: alice, currency: usdt, available: amount(text) });
const gets = (text: string): Entry => ({ account: bob, currency: usdt, available: amount(text) });

test('every account number has one owner and no two owners share one', () => {
  const seen = new Set<number>();
  for (const name of HOUSE_ACCOUNTS) {
    for (let shard = 0; shard < HOUSE_SHARDS; shard++) {
      const account = houseAccount(name, shard);
      expect(ownerOf(account)).toEqual({ owner: 'house', name, shard });
      expect([isHouse(account), mayGoNegative(account)]).toEqual([true, name === 'external']);
      seen.add(account);
    }
  }
  for (const id of [100_001, 100_002, 2 ** 40]) {
    for (const type of ['legal', 'change', 'lever', 'micro'] as const) {
      const account = userAccount(userId(id), type);
      expect(ownerOf(account)).toEqual({ owner: 'user', userId: id, type });
      expect([isHouse(account), mayGoNegative(account)]).toEqual([false, false]);
      seen.add(account);
    }
  }
  expect(seen.size).toBe(HOUSE_ACCOUNTS.length * HOUSE_SHARDS + 12);
  expect(() => houseAccount('fees', 16)).toThrow(RangeError);
});

test('each currency has to balance by itself, in whichever entry it stands', () => {
  const coins = (account: typeof alice, text: string): Entry => ({
    account,
    currency: btc,
    available: amount(text),
  });
  check([pays('-5'), gets('5'), coins(alice, '-1'), coins(bob, '1')]);
  expect(() => check([pays('-5'), gets('5'), coins(alice, '-1')])).toThrow(
    'k: does not sum to zero in currency 1: -10000000000e-10',
  );
  expect(() => check([pays('-5'), coins(alice, '-1'), gets('5'), coins(bob, '0.5')])).toThrow(
    'k: does not sum to zero in currency 1: -5000000000e-10',
  );
});

test('an entry may move held money alone; one that moves nothing, and a key of no characters, are refused by name', () => {
  check([
    { account: alice, currency: usdt, held: amount('-5') },
    { account: bob, currency: usdt, held: amount('5') },
  ]);
  expect(() => check([pays('-5'), gets('5'), { account: bob, currency: btc }])).toThrow(
    'k: an entry moves nothing',
  );
  expect(() => check([pays('-5'), gets('5')], { key: '' })).toThrow('journal key of 0 characters');
});

test('a replay with another available or held amount is another journal', () => {
  const moved = (available: string, held: string): string =>
    canonical(
      journal([{ account: alice, currency: usdt, available: amount(available), held: amount(held) }]),
    );
  expect(new Set([moved('1', '2'), moved('1', '3'), moved('2', '2'), moved('2', '1')]).size).toBe(4);
  expect(canonical(journal([{ account: alice, currency: usdt, available: amount('1') }]))).toBe(
    moved('1', '0'),
  );
});

test('a journal that balances passes, over available and held together', () => {
  expect(() => check([pays('-5'), gets('5')])).not.toThrow();
  expect(() =>
    check([{ account: alice, currency: usdt, available: amount('-5'), held: amount('5') }]),
  ).not.toThrow();
});

test.each<[string, Entry[], Partial<Journal>?]>([
  ['a rest', [pays('-5'), gets('4.999999')]],
  [
    'currencies that only balance together',
    [pays('-5'), { account: bob, currency: btc, available: amount('5') }],
  ],
  ['an entry that moves nothing', [pays('-5'), gets('5'), pays('0')]],
  ['an amount finer than the currency', [pays('-0.0000001'), gets('0.0000001')]],
  ['no entries', []],
  ['no key', [pays('-5'), gets('5')], { key: '' }],
  ['a key without end', [pays('-5'), gets('5')], { key: 'k'.repeat(201) }],
  ['no time', [pays('-5'), gets('5')], { at: Number.NaN }],
])('a journal with %s is refused as a bug', (_, entries, more) => {
  expect(() => check(entries, more)).toThrow(RangeError);
});

test('a replay has the same input, whatever the time', () => {
  const first = journal([pays('-5'), gets('5')]);
  expect(canonical({ ...first, at: 99 })).toBe(canonical(first));
  expect(canonical({ ...first, reference: 'other' })).not.toBe(canonical(first));
  expect(canonical(journal([pays('-5'), gets('5.0')]))).toBe(canonical(first));
  expect(canonical(journal([gets('5'), pays('-5')]))).not.toBe(canonical(first));
});

test('a posting buffer accepts affordable entries, reverts the others, and its postings explain every balance', () => {
  const accounts = [alice, bob, userAccount(userId(100_003), 'change')];
  const move = fc.record({
    from: fc.nat(2),
    to: fc.nat(2),
    value: fc.integer({ min: 1, max: 900 }),
    hold: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(move, { maxLength: 40 }), (moves) => {
      const sheet = createPostingBuffer();
      const start = amount('0.00000010');
      for (const account of accounts) sheet.add({ account, currency: usdt }, start, 0n);
      let place = 0;
      for (const { from, to, value, hold } of moves) {
        const sum = amount(BigInt(value));
        const payer = accounts[from] ?? alice;
        const payee = accounts[to] ?? bob;
        const before = accounts.map((account) => [sheet.available(account, usdt), sheet.held(account, usdt)]);
        const entries: Entry[] = [
          { account: payer, currency: usdt, available: amount(-sum) },
          hold
            ? { account: payee, currency: usdt, held: sum }
            : { account: payee, currency: usdt, available: sum },
        ];
        const short = sheet.apply(journal(entries), place);
        // A payment to oneself needs nothing; else the payer needs the whole sum.
        const could = (before[from]?.[0] ?? 0n) >= sum || (from === to && !hold);
        expect(short === undefined).toBe(could);
        if (short === undefined) place++;
        else expect(accounts.map((a) => [sheet.available(a, usdt), sheet.held(a, usdt)])).toEqual(before);
      }
      const rows = sheet.postings(Array.from({ length: place }, (_, index) => index + 1));
      for (const account of accounts) {
        let available = start as bigint;
        let held = 0n;
        rows.accounts.forEach((of, row) => {
          if (of !== account) return;
          available += rows.available[row] ?? 0n;
          held += rows.held[row] ?? 0n;
          expect([rows.availableAfter[row], rows.heldAfter[row]]).toEqual([available, held]);
        });
        expect([sheet.available(account, usdt), sheet.held(account, usdt)]).toEqual([available, held]);
        expect(available >= 0n && held >= 0n).toBe(true);
      }
    }),
  );
});

test('a key and a reference have at most 200 characters, a journal at most 1,000 entries', () => {
  const pair = [pays('-5'), gets('5')];
  const text = 'k'.repeat(200);
  expect(() => check(pair, { key: text, reference: text })).not.toThrow();
  expect(() => check(pair, { reference: `${text}k` })).toThrow('reference too long');
  expect(() => check(pair, { reference: '' })).not.toThrow();
  const many = (count: number) => Array.from({ length: count / 2 }, () => pair).flat();
  expect(() => check(many(1_000))).not.toThrow();
  expect(() => check(many(1_002))).toThrow('1002 entries');
});

test('the smallest unit of a currency may move, available or held, and the time is whole', () => {
  expect(() => check([pays('-0.000001'), gets('0.000001')])).not.toThrow();
  expect(() =>
    check([{ account: alice, currency: usdt, available: amount('-1'), held: amount('0.0000001') }]),
  ).toThrow('whole units');
  expect(() => check([pays('-5'), gets('5')], { at: 1.5 })).toThrow('invalid time');
});

test('a replay with another kind, account, currency or part of the balance has other input', () => {
  const first = journal([pays('-5'), gets('5')]);
  const [payer, payee] = first.entries;
  if (!payer || !payee) return expect.fail('no entries');
  for (const other of [
    { ...first, kind: 'convert' as const },
    { ...first, entries: [payer, { ...payee, account: alice }] },
    { ...first, entries: [payer, { ...payee, currency: btc }] },
    { ...first, entries: [payer, { account: bob, currency: usdt, held: amount('5') }] },
    { ...first, entries: [payer, { ...payee, available: amount('6') }] },
  ])
    expect(canonical(other)).not.toBe(canonical(first));
});
