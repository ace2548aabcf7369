import { Refusal, userId } from '@karat/contract';
import { ZERO, amount, format, price, rate } from '@karat/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeMargin } from './change-margin.ts';
import { closePosition } from './commands.ts';
import type { TrialCoupon } from './engine/ports.ts';
import { applyOpen, chargeOvernight } from './margin-account.ts';
import type { HouseState, MarginAccount } from './margin-account.ts';
import type { OpenRequest, OrderTerms } from './order-checks.ts';
import { Status } from './position.ts';
import type { PositionEvent } from './position-events.ts';
import { reversePosition } from './reverse-position.ts';
import { BTC, ETH, marketWith } from './testing/contracts-fixture.ts';
import { positionWith } from './testing/positions.ts';
import { settleTick } from './tick.ts';
import { openByCoupon } from './trial.ts';

const FEES = { tradeFee: rate('0.001'), spread: price('5'), overnight: rate('0.0005') };
const terms = (index = '30000', second = 7): OrderTerms => ({
  market: marketWith(BTC, FEES),
  contract: {
    marketId: BTC,
    state: 'open',
    multiples: [5, 10, 20],
    lotStep: amount('1'),
    caps: { net: amount('10000000'), gross: amount('10000000'), user: amount('1000000') },
    version: 1,
  },
  state: 'open',
  mark: { index: price(index), tick: second },
  stale: false,
  exposure: { long: ZERO, short: ZERO, pendingLong: ZERO, pendingShort: ZERO },
});
const coupon = (more: Partial<TrialCoupon> = {}): TrialCoupon => ({
  id: 5,
  isTrial: true,
  isUsable: true,
  face: amount('400'),
  multipleMax: 10,
  holdMs: 60_000,
  markets: undefined,
  ...more,
});
const request: OpenRequest = {
  marketId: BTC,
  side: 'long',
  mode: 'isolated',
  lots: amount('10'),
  multiple: 10,
};
const limits = { multipleMax: 20, positionsMax: 5 };
const marks = () => ({ index: price('30000'), tick: 7 });
const as = { id: 1, userId: userId(1), at: 7_000, marks };
const newHouse = (promotion = '1000'): HouseState => ({
  pool: amount('1000000'),
  insurance: amount('100000'),
  promotion: amount(promotion),
});
const newAccount = (): MarginAccount => ({ available: amount('20'), positions: [] });
const viewAt = (index: string, second: number) => ({
  mark: () => ({ index: price(index), tick: second }),
  isTrading: () => true,
  isStalled: () => false,
  at: second * 1_000,
});

function outcome(run: () => unknown): string {
  try {
    run();
    return 'done';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}
const using = (
  more: Partial<TrialCoupon> = {},
  order: Partial<OpenRequest> = {},
  account = newAccount(),
  house = newHouse(),
): string =>
  outcome(() => openByCoupon(terms(), account, house, { ...request, ...order }, coupon(more), limits, as));

test('each refusal leaves account and promotion account as they were', () => {
  const account = newAccount();
  const house = newHouse();
  const refused = (more: Partial<TrialCoupon>, order: Partial<OpenRequest> = {}): string =>
    using(more, order, account, house);
  expect(refused({ isTrial: false })).toBe('coupon_kind');
  expect(refused({ isUsable: false })).toBe('coupon_used');
  expect(refused({}, { mode: 'cross' })).toBe('trial_order');
  expect(refused({}, { target: price('29000') })).toBe('trial_order');
  expect(refused({ markets: [ETH] })).toBe('trial_market');
  expect(refused({}, { multiple: 20 })).toBe('trial_multiple');
  // 10 lots cost 300.05 margin and 3.0005 fee.
  expect(refused({ face: amount('303.05') })).toBe('trial_face');
  house.promotion = amount('303.05');
  expect(refused({})).toBe('trial_uncovered');
  expect(account).toEqual(newAccount());
  expect(house).toEqual({ ...newHouse(), promotion: amount('303.05') });
  house.promotion = amount('303.0505');
  expect(refused({ face: amount('303.0505') })).toBe('done');
  expect(house.promotion).toBe(ZERO);
});

test('a second coupon is refused while a position of the first runs', () => {
  const account = newAccount();
  expect(using({}, {}, account)).toBe('done');
  expect(using({ id: 6 }, { side: 'short' }, account)).toBe('trial_running');
});

test('margin can neither be changed nor the position be reversed', () => {
  const account = newAccount();
  const house = newHouse();
  using({}, {}, account, house);
  for (const direction of ['add', 'remove'] as const)
    expect(
      outcome(() => changeMargin(terms(), account, { id: 1, direction, money: amount('1') }, marks)),
    ).toBe('trial_fixed');
  expect(outcome(() => reversePosition(terms(), account, house, 1, limits, as))).toBe('trial_fixed');
});

/** Opens a coupon position and returns what a close at an index brings. */
function closedAt(index: string): { available: string; promotion: string; event: PositionEvent } {
  const account = newAccount();
  const house = newHouse();
  using({}, {}, account, house);
  const event = closePosition(terms(index, 8), account, house, { id: 1, at: 8_000 });
  return { available: format(account.available), promotion: format(house.promotion), event };
}

test('a gain after fees is the user’s and the house has everything back', () => {
  // 0.1 BTC from 30,005 to 30,995: 99 less the fees 3.0005 and 3.0995.
  expect(closedAt('31000')).toMatchObject({ available: '112.9', promotion: '1000' });
});

test('a loss is the house’s, and so is a gain that is smaller than the fees', () => {
  // 0.1 BTC from 30,005 to 28,995: -101, and fees of 3.0005 and 2.8995.
  expect(closedAt('29000')).toMatchObject({ available: '20', promotion: '893.1' });
  expect(closedAt('30020')).toMatchObject({ available: '20', promotion: '994.998' });
});

test('a position is closed at the first tick at which its holding time is over, not before', () => {
  const account = newAccount();
  const house = newHouse();
  using({}, {}, account, house);
  expect(settleTick(account, house, viewAt('30000', 66))).toEqual([]);
  expect(settleTick(account, house, viewAt('30000', 67))).toMatchObject([
    { kind: 'closed', reason: 'holding_time' },
  ]);
});

test('user, house and promotion conserve money, and the user never loses by a coupon', () => {
  const step = fc.record({
    move: fc.integer({ min: -4_000, max: 4_000 }),
    action: fc.constantFrom('tick', 'close one', 'close', 'overnight'),
  });
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 1, maxLength: 25 }),
      fc.constantFrom('long' as const, 'short' as const),
      fc.constantFrom('0', '100000'),
      (steps, side, insurance) => {
        const account = newAccount();
        const house = { ...newHouse(), insurance: amount(insurance) };
        let fees = 0n;
        const total = (): bigint => {
          const { pool, insurance: fund, promotion } = house;
          return account.positions.reduce(
            (sum, { margin, hold }) => sum + margin + hold,
            account.available + pool + fund + promotion + fees,
          );
        };
        const count = (event: PositionEvent): void => {
          if (event.kind === 'opened' || event.kind === 'closed') fees += event.fee;
          if (event.kind === 'overnight') fees += event.fromAvailable + event.fromMargin;
        };
        const before = total();
        count(openByCoupon(terms(), account, house, { ...request, side }, coupon(), limits, as));
        let [index, owed] = [30_000, account.available];
        for (const [at, { move, action }] of steps.entries()) {
          index = Math.max(1_000, index + move);
          const now = terms(String(index), 8 + at);
          const held = account.positions.find((each) => each.trial && each.status === Status.open);
          if (held && action === 'overnight')
            count(chargeOvernight(account, held, { index: price(String(index)), tick: 8 + at }, at));
          if (held && action.startsWith('close')) {
            const lots = action === 'close' ? held.lots : amount('1');
            count(closePosition(now, account, house, { id: held.id, lots, at: 8_000 }));
          }
          settleTick(account, house, viewAt(String(index), 8 + at)).forEach(count);
          expect(total()).toBe(before);
          expect(account.available >= owed).toBe(true);
          owed = account.available;
          expect(house.promotion >= 0n && house.promotion <= amount('1000')).toBe(true);
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('an own position beside it has its own margin', () => {
  const account: MarginAccount = { available: amount('5000'), positions: [] };
  const house = newHouse();
  using({}, {}, account, house);
  const own = positionWith({ id: 2 });
  applyOpen(account, own, { index: price('30000'), tick: 7 }, 7_000);
  expect(format(account.available)).toBe('2000');
  expect(own.trial).toBeUndefined();
});
