import { userId } from '@karat/contract';
import { ZERO, amount, price, rate } from '@karat/money';
import { Status } from '../position.ts';
import type { Position } from '../position.ts';
import { BTC } from './contracts-fixture.ts';

let ids = 0;

/** A pending long of 100 lots of one hundredth in BTC, isolated, with leverage 10 and neither fee nor spread, but for `more`. */
export const positionWith = (more: Partial<Position> = {}): Position => ({
  id: ++ids,
  userId: userId(1),
  marketId: BTC,
  side: 'long',
  mode: 'isolated',
  orderType: 1,
  target: undefined,
  multiple: 10,
  lotSize: amount('0.01'),
  spread: price('0'),
  feeRate: rate('0'),
  overnightRate: rate('0'),
  originLots: amount('100'),
  createdAt: 0,
  source: undefined,
  version: 0,
  status: Status.pending,
  lots: amount('100'),
  price: undefined,
  margin: ZERO,
  originMargin: ZERO,
  hold: ZERO,
  takeProfit: undefined,
  stopLoss: undefined,
  trigger: undefined,
  profit: ZERO,
  fee: ZERO,
  overnight: ZERO,
  insurance: ZERO,
  closePrice: undefined,
  closeReason: undefined,
  openTick: undefined,
  closeTick: undefined,
  openedAt: undefined,
  closedAt: undefined,
  chargedAt: undefined,
  trial: undefined,
  ...more,
});

/** An open position of 1 BTC at 30,000 with a margin of 3,000, but for `more`. */
export const openPositionWith = (more: Partial<Position> = {}): Position =>
  positionWith({
    status: Status.open,
    price: price('30000'),
    margin: amount('3000'),
    originMargin: amount('3000'),
    openTick: 1,
    openedAt: 1_000,
    ...more,
  });
