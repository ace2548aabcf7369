import { expect, test } from 'vitest';
import * as enums from './enums.ts';

/** Stored by clients and in rows: a number never changes its meaning. */
const WIRE = {
  ACCOUNT_TYPES: { legal: 1, change: 2, lever: 3, micro: 4 },
  ORDER_SIDE: { buy: 1, sell: 2 },
  ORDER_STATUS: { open: 1, complete: 2, cancelled: 3, partlyFilled: 4, rejected: 5 },
  POSITION_SIDE: { long: 1, short: 2 },
  POSITION_ORIGIN: { own: 1, copied: 2 },
  MARGIN_CHANGE: { add: 1, remove: 2 },
  POSITION_KIND: { limit: 0, market: 1 },
  POSITION_STATUS: { pending: 0, open: 1, closing: 2, closed: 3, cancelled: 4 },
  OPTION_DIRECTION: { up: 1, down: 2 },
  OPTION_STATUS: { open: 1, settling: 2, closed: 3, void: 4 },
  OPTION_RESULT: { lost: -1, none: 0, won: 1 },
  COPY_SIZE: { multiple: 1, lots: 2 },
  VERIFICATION_STATE: { none: 0, underAudit: 1, verified: 2, failed: 3 },
  WITHDRAWAL_TYPE: { address: 0, domestic: 1, international: 2 },
  WITHDRAWAL_STATUS: { reviewing: 1, done: 2, rejected: 3, broadcast: 4 },
  VOUCHER_STATUS: { pending: 1, approved: 2, rejected: 3 },
  FIAT_STATUS: {
    to_be_paid: 1,
    proof_sent: 2,
    successful: 3,
    rejected: 4,
    expired: 5,
    cancelled: 6,
    refunded: 7,
  },
  NFT_TYPE: { image: 1, gif: 2, audio: 3, video: 4 },
  NFT_PAY_TYPE: { fixed: 1, auction: 2, blindBox: 3 },
  NFT_STATUS: { ended: 0, started: 1, notStarted: 2 },
  NFT_BOX_STATUS: { unopened: 0, opened: 1 },
  MINING_STATUS: { open: 1, ended: 2 },
  DUAL_STATUS: { void: 0, open: 1, settling: 2, settled: 3 },
  PROJECT_TIME: { warmup: 1, open: 2, ended: 3 },
  PROJECT_ORDER_STATUS: { cancelled: 0, applied: 1, allotting: 2, allotted: 3 },
  GAME_STATUS: { notStarted: 1, guessing: 2, over: 3, unsettled: 4, right: 5, missed: 6, cancelled: 7 },
  FLAG: { no: 0, yes: 1 },
};

test.each(Object.entries(WIRE))('%s has the numbers of the wire', (name, numbers) => {
  expect(Object.entries(enums).find(([known]) => known === name)?.[1]).toMatchObject(numbers);
});

test('every enum has its numbers here', () => {
  expect(Object.keys(enums).toSorted()).toEqual(Object.keys(WIRE).toSorted());
});
