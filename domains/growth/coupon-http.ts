import {
  COUPON_AUDIENCES,
  COUPON_KINDS,
  marketId,
  pageReply,
  refuse,
  userId as brandUser,
} from '@karat/contract';
import type { Contract, CouponKind, Read, Reply, UserId } from '@karat/contract';
import { readAudience } from '@karat/domains/identity';
import { change, requestApproval } from '@karat/domains/operators';
import type { ApprovalKinds, Change, Payload, Present } from '@karat/domains/operators';
import { UNIT, amount, format, rate, rateFromPercent } from '@karat/money';
import type { Handlers } from '@karat/platform/http';
import { insertCampaign, issueTo, readCampaigns, readCoupons, trialOf } from './coupon-store.ts';
import type { CampaignTerms, Coupon, TrialTerms } from './coupon-store.ts';
import { activateCoupon, boostByCoupon, redeemCode } from './coupons.ts';
import type { GrowthContext, GrowthDeps } from './deps.ts';
import { percentText } from './view.ts';

type Calls = Contract['growth'];
type CouponCalls = Extract<keyof Calls, `coupon/${string}` | `console/coupon${string}`>;
type CouponView = Reply<Calls['coupon/use']>;

const CAMPAIGN = 'coupon campaign';
const DAYS_MAX = 365;
const COUPONS_MAX = 1_000_000;
/** Highest extra yield of a day: 1 %. */
const YIELD_MAX = rate('0.01');
const MULTIPLE_MAX = 200;
const HOLD_HOURS_MAX = 720;
/** Highest trial margin of a coupon, in USDT. */
const TRIAL_FACE_MAX = amount('1000');

const trialView = (trial: TrialTerms | undefined): CouponView['trial'] =>
  trial
    ? {
        multiple_max: trial.multipleMax,
        hold_hours: trial.holdHours,
        markets: trial.markets ? [...trial.markets] : null,
      }
    : null;

const couponView = (coupon: Coupon): CouponView => ({
  id: coupon.id,
  kind: coupon.kind,
  yield_days: coupon.yieldDays ?? null,
  trial: trialView(coupon.trial),
  position_id: coupon.positionId ?? null,
  order_id: coupon.orderId ?? null,
  percent: percentText(coupon.ratio),
  face: format(coupon.face),
  returned: format(coupon.returned),
  state: coupon.state,
  issued_ms: coupon.issuedMs,
  expires_ms: coupon.expiresMs,
});

const invalid = (field: string): never => refuse('value_invalid', { field });

const payloadOf = (input: Read<Calls['console/coupon_campaign']>): Payload => ({
  ...(input.kind === 'fee' ? {} : { kind: input.kind }),
  ...(input.yield_days === undefined ? {} : { yield_days: input.yield_days }),
  ...(input.multiple_max === undefined ? {} : { multiple_max: input.multiple_max }),
  ...(input.hold_hours === undefined ? {} : { hold_hours: input.hold_hours }),
  ...(input.markets === undefined ? {} : { markets: input.markets }),
  percent: format(input.percent),
  face: format(input.face),
  days: input.days,
  audience: input.audience,
  coupons_max: input.coupons_max,
  ...(input.uid === undefined ? {} : { uid: input.uid }),
  ...(input.code === undefined ? {} : { code: input.code.toUpperCase() }),
});

type Futures = Pick<GrowthDeps, 'futuresSymbol'>;

/** The part of the terms for trial margin; undefined for other kinds. Refuses `value_invalid`, also for markets without futures. */
function trialTermsOf(
  { futuresSymbol }: Futures,
  payload: Payload,
  kind: CouponKind,
): TrialTerms | undefined {
  const { multiple_max: multiple, hold_hours: hours, markets } = payload;
  if (kind !== 'trial') {
    if (multiple !== undefined) invalid('multiple_max');
    if (hours !== undefined) invalid('hold_hours');
    if (markets !== undefined) invalid('markets');
    return undefined;
  }
  const within = (value: unknown, most: number, field: string): number => {
    const whole = Number(value);
    return Number.isInteger(whole) && whole >= 1 && whole <= most ? whole : invalid(field);
  };
  return {
    multipleMax: within(multiple, MULTIPLE_MAX, 'multiple_max'),
    holdHours: within(hours, HOLD_HOURS_MAX, 'hold_hours'),
    markets:
      markets === undefined
        ? undefined
        : [...new Set(String(markets).split(','))].map((text) => {
            const id = marketId(Number(text));
            return futuresSymbol(id) === undefined ? invalid('markets') : id;
          }),
  };
}

/** Terms of a campaign from a payload. Refuses `value_invalid`. */
function termsOf(futures: Futures, payload: Payload): CampaignTerms {
  const { uid, code, kind: named = 'fee', yield_days: yieldDays } = payload;
  const kind = COUPON_KINDS.find((one) => one === named) ?? invalid('kind');
  const audience = COUPON_AUDIENCES.find((one) => one === payload['audience']) ?? invalid('audience');
  const terms: CampaignTerms = {
    kind,
    yieldDays: yieldDays === undefined ? undefined : Number(yieldDays),
    trial: trialTermsOf(futures, payload, kind),
    ratio: rateFromPercent(amount(String(payload['percent'] ?? '0'))),
    face: amount(String(payload['face'] ?? '0')),
    days: Number(payload['days']),
    audience,
    user: uid === undefined ? undefined : brandUser(Number(uid)),
    code: code === undefined ? undefined : String(code),
    couponsMax: Number(payload['coupons_max']),
  };
  if (terms.ratio > (kind === 'yield' ? YIELD_MAX : UNIT)) invalid('percent');
  // The user keeps the whole profit of a coupon position.
  if (kind === 'trial' && terms.ratio !== UNIT) invalid('percent');
  if (kind === 'trial' && terms.face > TRIAL_FACE_MAX) invalid('face');
  if ((kind === 'yield') !== (terms.yieldDays !== undefined)) invalid('yield_days');
  if (terms.yieldDays !== undefined && terms.yieldDays > DAYS_MAX) invalid('yield_days');
  if (terms.days > DAYS_MAX) invalid('days');
  if (terms.couponsMax > COUPONS_MAX) invalid('coupons_max');
  if ((audience === 'user') !== (terms.user !== undefined)) invalid('uid');
  if ((audience === 'code') !== (terms.code !== undefined)) invalid('code');
  if (terms.code !== undefined && !/^[A-Z0-9]{6,20}$/.test(terms.code)) invalid('code');
  return terms;
}

const KIND_TITLES: Readonly<Record<CouponKind, string>> = {
  fee: 'Issue fee coupons',
  yield: 'Issue coupons for extra yield',
  trial: 'Issue coupons for trial margin',
};

const NOTICES = {
  fee: 'growth:coupon',
  yield: 'growth:yield_coupon',
  trial: 'growth:trial_coupon',
} as const;

/** What is particular to the kind of a campaign, as an approval shows it. */
function kindChanges(
  { futuresSymbol }: Futures,
  { kind, ratio, yieldDays, trial, face, couponsMax }: CampaignTerms,
): Change[] {
  const percent = `${percentText(ratio)} %`;
  switch (kind) {
    case 'fee':
      return [change('Returned part of fees', null, percent)];
    case 'yield':
      return [
        change('Extra yield of a day', null, percent),
        change('Raised days, at most', null, String(yieldDays ?? 0)),
      ];
    case 'trial':
      return [
        change('Highest leverage', null, `${trial?.multipleMax ?? 0}x`),
        change('Longest holding time', null, `${trial?.holdHours ?? 0} hours`),
        change(
          'Markets',
          null,
          trial?.markets?.map((id) => futuresSymbol(id) ?? String(id)).join(', ') ?? 'all',
        ),
        change('All coupons together, USDT', null, format(amount(face * BigInt(couponsMax)))),
      ];
  }
}

const audienceText = ({ audience, user, code }: CampaignTerms): string =>
  user === undefined ? (code === undefined ? audience : `code ${code}`) : `user ${user}`;

const presentCampaign =
  (futures: Futures): Present =>
  (_, payload) => {
    const terms = termsOf(futures, payload);
    return Promise.resolve({
      title: KIND_TITLES[terms.kind],
      subject: audienceText(terms),
      ...(terms.user === undefined ? {} : { user: terms.user }),
      changes: [
        ...kindChanges(futures, terms),
        change('At most, USDT', null, format(terms.face)),
        change('Valid for', null, `${terms.days} days`),
        change('Issued to', null, audienceText(terms)),
        change('Number of coupons, at most', null, String(terms.couponsMax)),
      ],
    });
  };

/** What two operators decide: which coupons are issued. */
export const couponApprovals = ({ ctx, messages, futuresSymbol }: GrowthDeps): ApprovalKinds => ({
  [CAMPAIGN]: {
    present: presentCampaign({ futuresSymbol }),
    async execute(tx, payload) {
      const terms = termsOf({ futuresSymbol }, payload);
      const now = ctx.clock.now();
      const id = await insertCampaign(tx, terms, now);
      const { audience, user } = terms;
      if (audience === 'code') return;
      const users: readonly UserId[] =
        audience === 'user'
          ? user === undefined
            ? []
            : [user]
          : await readAudience(tx, audience, terms.couponsMax);
      const issued = await issueTo(tx, id, users, now);
      if (issued.length === 0) return;
      const values = {
        ...(terms.trial
          ? { multiple: String(terms.trial.multipleMax), hours: String(terms.trial.holdHours) }
          : { percent: percentText(terms.ratio) }),
        face: format(terms.face),
        days: String(terms.days),
      };
      await messages.notifyAll(
        tx,
        issued.map((one) => ({
          user: one,
          kind: NOTICES[terms.kind],
          values,
          key: `growth:coupon:${id}:${one}`,
        })),
      );
    },
  },
});

/** Coupons of the caller, and campaigns for operators. */
export function couponHandlers(context: GrowthContext): Pick<Handlers<Calls>, CouponCalls> {
  const { ctx } = context;
  return {
    'coupon/list': async ({ input, caller }) => {
      const { rows, total } = await readCoupons(ctx.db, caller.userId, input);
      return pageReply(rows.map(couponView), total, input.page, input.limit);
    },
    'coupon/use': async ({ input, caller }) =>
      couponView(await activateCoupon(context, caller.userId, input.id)),
    'coupon/boost': async ({ input, caller }) =>
      couponView(await boostByCoupon(context, caller.userId, { id: input.id, order: input.order_id })),
    'coupon/redeem': async ({ input, caller }) =>
      couponView(await redeemCode(context, caller.userId, input.code)),
    'console/coupon_campaigns': async ({ input }) => {
      const { rows, total } = await readCampaigns(ctx.db, input);
      const views = rows.map(({ ratio, ends_at: ends, multiple_max, hold_hours, markets, ...row }) => ({
        ...row,
        trial: trialView(trialOf({ multiple_max, hold_hours, markets })),
        percent: percentText(rate(ratio)),
        face: format(amount(row.face)),
        returned: format(amount(row.returned)),
        ends_ms: ends,
      }));
      return pageReply(views, total, input.page, input.limit);
    },
    'console/coupon_campaign': ({ input, caller }) =>
      ctx.db.transact((tx) => {
        const payload = payloadOf(input);
        const request = { kind: CAMPAIGN, subject: audienceText(termsOf(context, payload)), payload };
        return requestApproval(ctx, tx, caller, {
          ...request,
          present: presentCampaign(context),
          reason: input.reason,
        });
      }),
  };
}
