import { expect, test } from 'vitest';
import { isBatched } from './kinds.ts';
import { noticePlace } from './notice-places.ts';

test.each([
  ['spot:trade', true],
  ['contract:fee', true],
  ['launchpad:batch', true],
  ['option:open', false],
  ['contracts:filled', false],
  ['correction', false],
])('a search by amount is limited to a month where movements may be in a batch: %s %s', (kind, expected) => {
  expect(isBatched(kind)).toBe(expected);
});

test.each([
  ['deposits:seen', '/pages/fund/receive_withdraw_record'],
  ['games:dispute_accepted', '/pages/game/game'],
  ['loans:called', '/pages/common/loan'],
] as const)('a notification %s opens %s', (kind, place) => {
  expect(noticePlace(kind)).toBe(place);
});
