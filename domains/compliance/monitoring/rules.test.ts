import { userId } from '@karat/contract';
import { amount } from '@karat/money';
import { HOUR_MS } from '@karat/rules';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Fact, Payment } from './facts.ts';
import * as rules from './rules.ts';

const AT = Date.parse('2026-03-01T12:00:00Z');
let references = 0;
const fact = (usdt: string, hoursAgo = 0, more: Partial<Fact> = {}): Fact => ({
  kind: 'withdrawal',
  reference: ++references,
  user: userId(7),
  usdt: amount(usdt),
  at: AT - hoursAgo * HOUR_MS,
  note: '',
  ...more,
});

const BELOW = { threshold: amount('1000'), nearPercent: 80, count: 3, hours: 24 };

test('structuring needs enough outflows near the threshold that reach it together', () => {
  const three = [fact('999', 3), fact('800', 2), fact('900', 1)];
  expect(rules.structuring(three, AT, BELOW)).toEqual({
    facts: three,
    explanation:
      '3 outflows within 24 hours, each below 1000 USDT and at least 80 % of it, together 2699 USDT',
  });
  expect(rules.structuring(three.slice(1), AT, BELOW)).toBeUndefined();
  expect(rules.structuring([...three.slice(1), fact('799.99')], AT, BELOW)).toBeUndefined();
  expect(rules.structuring([...three.slice(1), fact('1000')], AT, BELOW)).toBeUndefined();
  expect(rules.structuring([...three.slice(1), fact('999', 24)], AT, BELOW)).toBeUndefined();
  expect(rules.structuring([...three.slice(1), fact('999', -1)], AT, BELOW)).toBeUndefined();
});

const THROUGH = { amount: amount('10000'), outPercent: 90, hours: 24 };

test('money passes through if enough of it leaves after it came in', () => {
  const received = fact('10000', 20, { kind: 'deposit' });
  const most = fact('9000', 2);
  expect(rules.passThrough([received], [most], AT, THROUGH)?.facts).toEqual([received, most]);
  expect(rules.passThrough([received], [fact('8999.99', 2)], AT, THROUGH)).toBeUndefined();
  expect(rules.passThrough([fact('9999.99', 20)], [most], AT, THROUGH)).toBeUndefined();
  expect(rules.passThrough([received], [fact('9000', 21)], AT, THROUGH)).toBeUndefined();
  expect(rules.passThrough([fact('10000', 24)], [most], AT, THROUGH)).toBeUndefined();
  expect(rules.passThrough([], [most], AT, { ...THROUGH, amount: amount('0') })).toBeUndefined();
});

const EARLY = { amount: amount('5000'), ageHours: 72, changeHours: 24 };

test('a first withdrawal counts soon after the registration or a change of credentials', () => {
  const account = { openedAt: AT - 72 * HOUR_MS, heldUntil: undefined };
  const first = fact('5000');
  const judge = (found: Fact, of = account) =>
    rules.earlyWithdrawal({ ever: found, sinceChange: undefined }, of, AT, EARLY)?.facts;
  expect(judge(first)).toEqual([first]);
  expect(judge(fact('4999.99'))).toBeUndefined();
  expect(judge(first, { ...account, openedAt: AT - 72 * HOUR_MS - 1 })).toBeUndefined();
  const changed = { openedAt: 0, heldUntil: AT - 24 * HOUR_MS };
  const since = (of: typeof changed) =>
    rules.earlyWithdrawal({ ever: fact('1', 999), sinceChange: first }, of, AT, EARLY)?.facts;
  expect(since(changed)).toEqual([first]);
  expect(since({ ...changed, heldUntil: AT - 24 * HOUR_MS - 1 })).toBeUndefined();
});

test('a payee is shared by accounts, not by withdrawals of one', () => {
  const many = { accounts: 2, hours: 24 };
  const [mine, again, other] = [fact('1', 3), fact('1', 2), fact('1', 1, { user: userId(8) })];
  expect(rules.sharedPayee([mine, again], AT, many)).toBeUndefined();
  expect(rules.sharedPayee([mine, again, other], AT, many)?.facts).toEqual([mine, again, other]);
  expect(rules.sharedPayee([fact('1', 24), other], AT, many)).toBeUndefined();
});

test('several accounts that one payer paid for are found whatever the order of the name', () => {
  const paid = (payer: string, user: number, hoursAgo: number): Payment => ({
    ...fact('100', hoursAgo, { kind: 'fiat_order', user: userId(user) }),
    payer,
  });
  const many = { accounts: 2, hours: 24 };
  const [one, two, three] = [paid('DOE, Jane', 1, 2), paid('Somebody', 2, 1), paid('Jane Doe', 3, 0)];
  expect(rules.sharedPayer([one, two, three], AT, many)?.facts).toEqual([one, three]);
  expect(rules.sharedPayer([one, two], AT, many)).toBeUndefined();
  expect(rules.sharedPayer([paid('---', 1, 1), paid('***', 2, 0)], AT, many)).toBeUndefined();
});

test('a payer with another name is found from the amount on', () => {
  const payment = { ...fact('1000', 0, { kind: 'fiat_order' }), payer: 'ACME Trading Ltd' };
  const limits = { amount: amount('1000'), scorePercent: 80 };
  expect(rules.payerMismatch(payment, 'Jane Doe', limits)?.facts).toEqual([payment]);
  expect(rules.payerMismatch(payment, undefined, limits)?.facts).toEqual([payment]);
  expect(rules.payerMismatch({ ...payment, payer: 'DOE JANE' }, 'Jane Doe', limits)).toBeUndefined();
  expect(rules.payerMismatch({ ...payment, usdt: amount('999.99') }, 'Jane Doe', limits)).toBeUndefined();
});

const facts = fc.array(
  fc
    .record({ usdt: fc.bigInt({ min: 0n, max: 3_000n }), minutes: fc.integer({ min: 0, max: 4_000 }) })
    .map(({ usdt, minutes }) => fact(String(usdt), minutes / 60)),
  { maxLength: 12 },
);

test('property: what structuring finds is within the window and the band, and reaches the threshold', () => {
  fc.assert(
    fc.property(facts, (outflows) => {
      const found = rules.structuring(outflows, AT, BELOW)?.facts;
      if (found === undefined) return;
      expect(found.length).toBeGreaterThanOrEqual(BELOW.count);
      const values = found.map(({ usdt }) => usdt ?? 0n);
      for (const value of values) expect(value >= amount('800') && value < amount('1000')).toBe(true);
      expect(values.reduce<bigint>((a, b) => a + b, 0n) >= amount('1000')).toBe(true);
      for (const { at } of found) expect(at > AT - 24 * HOUR_MS && at <= AT).toBe(true);
    }),
  );
});

test('property: one more outflow in the band never ends structuring', () => {
  fc.assert(
    fc.property(facts, (outflows) => {
      if (rules.structuring(outflows, AT, BELOW) === undefined) return;
      expect(rules.structuring([...outflows, fact('900')], AT, BELOW)).toBeDefined();
    }),
  );
});

test('property: findings in windows of their own never overlap, and each finding is in one', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 30 }), (hours) => {
      const findings = hours
        .toSorted((a, b) => b - a)
        .map((ago) => ({ facts: [fact('1', ago)], explanation: '' }));
      const windowMs = 24 * HOUR_MS;
      const starts = rules.windowsOf(findings, windowMs).map(({ facts: [first] }) => first?.at ?? 0);
      for (const [index, start] of starts.entries())
        if (index > 0) expect(start - (starts[index - 1] ?? 0)).toBeGreaterThanOrEqual(windowMs);
      for (const {
        facts: [first],
      } of findings)
        expect(
          starts.filter((start) => start <= (first?.at ?? 0) && (first?.at ?? 0) < start + windowMs),
        ).toHaveLength(1);
    }),
  );
});

test('one document of several accounts is found within its window', () => {
  const many = { accounts: 2, hours: 24 };
  const uses = [fact('0', 2), fact('0', 1, { user: userId(8) }), fact('0', 0)];
  expect(rules.sharedDocument(uses, AT, many)).toEqual({
    facts: uses,
    explanation: 'one document was sent by 2 accounts',
  });
  expect(rules.sharedDocument([fact('0', 1), fact('0')], AT, many)).toBeUndefined();
  expect(rules.sharedDocument([fact('0', 24, { user: userId(8) }), fact('0')], AT, many)).toBeUndefined();
});

test('what a rule found is said with its figures', () => {
  const out = [fact('9000', 2), fact('500', 1)];
  const met = rules.passThrough([fact('10000', 20)], out, AT, { ...THROUGH, hours: 24 });
  expect(met?.explanation).toBe('10000 USDT came in and 9500 USDT left within 24 hours, at least 90 %');
  const first = fact('5000', 0);
  const soon = { ever: first, sinceChange: undefined };
  const account = { openedAt: AT - HOUR_MS, heldUntil: undefined };
  expect(rules.earlyWithdrawal(soon, account, AT, { ...EARLY, ageHours: 1 })?.explanation).toBe(
    'the first withdrawal, 5000 USDT, within 1 hour of the registration',
  );
  const changed = { openedAt: 0, heldUntil: AT };
  expect(
    rules.earlyWithdrawal({ ever: undefined, sinceChange: first }, changed, AT, EARLY)?.explanation,
  ).toBe('5000 USDT left within 24 hours of the wait after a change of credentials');
  const two = [fact('1', 1), fact('2', 0, { user: userId(8) })];
  expect(rules.sharedPayee(two, AT, { accounts: 2, hours: 24 })?.explanation).toBe(
    '2 accounts paid one payee within 24 hours, together 3 USDT',
  );
  const payer = (user: number): Payment => ({
    ...fact('100', 0, { kind: 'fiat_order', user: userId(user) }),
    payer: 'Jane Doe',
  });
  expect(rules.sharedPayer([payer(1), payer(2)], AT, { accounts: 2, hours: 24 })?.explanation).toBe(
    'one payer paid purchases of 2 accounts within 24 hours, together 200 USDT',
  );
  expect(
    rules.payerMismatch(payer(1), 'Somebody Else', { amount: amount('1'), scorePercent: 80 })?.explanation,
  ).toMatch(/^the payer's name resembles the verified name by \d+ %, below 80 %$/);
  expect(
    rules.payerMismatch(payer(1), undefined, { amount: amount('1'), scorePercent: 80 })?.explanation,
  ).toContain('by 0 %');
});

test('a withdrawal before the moment that it is compared with, and one to come, are no early ones', () => {
  const judge = (openedAt: number, at = AT) =>
    rules.earlyWithdrawal(
      { ever: fact('5000', 0, { at }), sinceChange: undefined },
      { openedAt, heldUntil: undefined },
      AT,
      EARLY,
    );
  expect(judge(AT)).toBeDefined();
  expect(judge(AT + 1)).toBeUndefined();
  expect(judge(AT, AT + 1)).toBeUndefined();
  const unvalued = { ever: fact('0', 0, { usdt: null }), sinceChange: undefined };
  const account = { openedAt: AT, heldUntil: undefined };
  expect(rules.earlyWithdrawal(unvalued, account, AT, EARLY)).toBeUndefined();
  expect(
    rules.earlyWithdrawal(unvalued, account, AT, { ...EARLY, amount: amount('0') })?.explanation,
  ).toContain('withdrawal, 0 USDT');
});

test('many small outflows that stay below the threshold together are no structuring', () => {
  const wide = { ...BELOW, nearPercent: 10, count: 2 };
  expect(rules.structuring([fact('100', 1), fact('899.99')], AT, wide)).toBeUndefined();
  expect(rules.structuring([fact('100', 1), fact('900')], AT, wide)).toBeDefined();
});

test('money passes through in the order of its moments, also at once, but not without a value', () => {
  const [first, early, later, last] = [fact('6000', 20), fact('5000', 20), fact('4000', 5), fact('4000', 2)];
  expect(rules.passThrough([first, later], [early, last], AT, THROUGH)?.facts).toEqual([
    ...[first, early, later, last],
  ]);
  const unvalued = fact('0', 20, { usdt: null });
  const anything = { ...THROUGH, amount: amount('0') };
  expect(rules.passThrough([unvalued], [fact('1', 2)], AT, anything)).toBeUndefined();
});

test('a payer whose name resembles just enough is not found, and one below is shown in percent', () => {
  const payment = { ...fact('1000', 0, { kind: 'fiat_order' }), payer: 'DOE JANE' };
  const limits = { amount: amount('1'), scorePercent: 100 };
  expect(rules.payerMismatch(payment, 'Jane Doe', limits)).toBeUndefined();
  expect(rules.payerMismatch(payment, 'Jane Roe', limits)?.explanation).toMatch(/by 40 %, below 100 %$/);
});

test('a window begins with the first fact of its first finding, and lasts at least until its newest', () => {
  const findings = (...facts: [number, number][]) =>
    facts.map(([from, to]) => ({
      facts: [fact('1', 0, { at: AT + from * HOUR_MS }), fact('1', 0, { at: AT + to * HOUR_MS })],
      explanation: '',
    }));
  const newestOf = (...facts: [number, number][]) =>
    rules
      .windowsOf(findings(...facts), 24 * HOUR_MS)
      .map((found) => ((found.facts[1]?.at ?? 0) - AT) / HOUR_MS);
  expect(newestOf([0, 10], [5, 23], [5, 30])).toEqual([10, 30]);
  expect(newestOf([0, 30], [10, 30], [11, 31])).toEqual([30, 31]);
  expect(newestOf([0, 24], [10, 24], [11, 25])).toEqual([24, 25]);
});
