import { JOURNAL_KINDS } from '@karat/contract';
import { expect, test } from 'vitest';
import { MOVEMENT_RULES, ruleOf } from './movement-rules.ts';
import type { MovementRule } from './movement-rules.ts';

const kindsWith = (rule: string) => JOURNAL_KINDS.filter((kind) => MOVEMENT_RULES[kind] === rule);

/** The kinds that count in the statement of a user, by their rule; all others move value within the accounts of one user. */
const COUNTED: Readonly<Record<Exclude<MovementRule, 'none'>, readonly string[]>> = {
  transfer: [
    ...['genesis', 'demo:grant', 'send', 'fiat:purchase', 'fiat:refund', 'fiat:chargeback', 'correction'],
    ...['deposit', 'deposit:voucher', 'gift:claim'],
  ],
  exchange: [
    ...['convert', 'spot:trade', 'spot:batch', 'dual:payout', 'launchpad:allotment', 'loan:conversion'],
  ],
  income: [
    ...['stock:dividend', 'copy:share', 'contract:fee', 'contract:overnight', 'mining:yield', 'mining:extra'],
    ...['mining:redeemed', 'launchpad:dividend', 'growth:rebate', 'growth:coupon', 'nft:forfeit'],
  ],
  result: [
    ...['contract:close', 'contract:liquidation', 'contract:insurance', 'contract:coupon', 'contract:batch'],
    ...['option:won', 'option:lost', 'option:back', 'game:stake', 'game:payout', 'game:refund'],
  ],
  purchase: ['nft:sale'],
  split: ['stock:split'],
  withdrawal: ['withdrawal:paid'],
  borrow: ['loan:drawdown'],
  repay: ['loan:repayment'],
  liquidation: ['loan:liquidation'],
};

test.each(Object.entries(COUNTED))('the rule %s has its kinds of journals', (rule, kinds) => {
  expect(kindsWith(rule).toSorted()).toEqual([...kinds].toSorted());
});

test('every other kind changes nothing for its user, and one of a newer version is a transfer', () => {
  const counted = new Set(Object.values(COUNTED).flat());
  expect(JOURNAL_KINDS.filter((kind) => !counted.has(kind))).toEqual(kindsWith('none'));
  for (const kind of JOURNAL_KINDS) expect(ruleOf(kind)).toBe(MOVEMENT_RULES[kind]);
  expect(ruleOf('bond:coupon')).toBe('transfer');
  expect(ruleOf('')).toBe('transfer');
});
