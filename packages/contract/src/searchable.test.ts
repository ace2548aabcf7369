import { expect, test } from 'vitest';
import * as z from 'zod';
import { contract } from './index.ts';
import type { Calls } from './index.ts';

/** Fields that identify a person: an account could be searched by them. */
const NAMES_A_PERSON =
  /^(user_string|email|mobile|phone|login|to|uid|user_id|extension_code|invite_code|trader_user_id|follow_user_id)$/;
/** Calls whose field is no identifier, or whose reply is public. */
const HARMLESS: Readonly<Record<string, string>> = {
  'currency/new_timeshar': 'the end of a period',
  'market/ticks': 'the end of a period',
  'wallet/activity': 'the end of a period',
  'wallet/bills': 'the end of a period',
  'wallet/bills_export': 'the end of a period',
  'otc/order': 'where the buyer wants a receipt; nobody is looked up',
  'follow/traderDetail': 'traders are published',
  'follow/historyTrade': 'traders are published',
  'follow/equity': 'traders are published',
  'follow/positions': 'traders are published',
  'follow/copiers': 'traders are published',
  'follow/simulate': 'traders are published',
  'follow/follow': 'traders are published',
  'follow/cancel': 'an own copy relation',
  'bind_box/getBoxList': 'artists are published',
  'bind_box/getArtistDetail': 'artists are published',
  'bind_box/getCollection': 'artists are published',
};
const PER_MINUTE_MAX = 20;

const groups: readonly Calls[] = Object.values(contract);
const searchable = groups.flatMap((group) =>
  Object.entries(group).filter(([path, call]) => {
    const fields = call.input instanceof z.ZodObject ? Object.keys(call.input.shape) : [];
    return (
      typeof call.who === 'string' && !(path in HARMLESS) && fields.some((name) => NAMES_A_PERSON.test(name))
    );
  }),
);

test('every call that could reveal whether an account exists has a low rate limit', () => {
  expect(searchable.length).toBeGreaterThan(10);
  const fast = searchable.filter(([, call]) => (call.perMinute ?? Infinity) > PER_MINUTE_MAX);
  expect(fast.map(([path]) => path)).toEqual([]);
});

test('calls with the same information about a recipient share one limit', () => {
  const { 'wallet/recipient': lookup, 'wallet/send': send } = contract.wallet;
  expect(send.perMinute).toBe(lookup.perMinute);
  expect([lookup.rateClass, send.rateClass]).toEqual(['recipient', 'recipient']);
});

test('calls of one rate class have one limit', () => {
  const limits = new Map<string, Set<number | undefined>>();
  for (const group of groups) {
    for (const call of Object.values(group)) {
      if (call.rateClass === undefined) continue;
      limits.set(call.rateClass, (limits.get(call.rateClass) ?? new Set()).add(call.perMinute));
    }
  }
  for (const [name, of] of limits) expect([...of], name).toHaveLength(1);
});
