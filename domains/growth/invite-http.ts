import { pageReply, refuse } from '@karat/contract';
import type { Contract, CurrencyId, Reply, UserId } from '@karat/contract';
import { invitedBy } from '@karat/domains/identity';
import { ZERO, format, plus, sum } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Handlers } from '@karat/platform/http';
import { valueOf } from './count-fees.ts';
import type { GrowthContext } from './deps.ts';
import { readDailyRebates, readShare, readSums } from './rebate-store.ts';
import type { RebateSum } from './rebate-store.ts';
import { percentText } from './view.ts';

type Calls = Contract['growth'];
type InviteCalls = Extract<keyof Calls, `invite/${string}`>;
type Summary = Reply<Calls['invite/summary']>;

/** Code of each currency. */
export async function codesOf({
  ctx,
  ledger,
}: Pick<GrowthContext, 'ctx' | 'ledger'>): Promise<(currency: CurrencyId) => string> {
  const codes = new Map((await ledger.currencies(ctx.db)).map(({ id, code }) => [id, code]));
  return (currency) => codes.get(currency) ?? String(currency);
}

/** Sums by currency. */
function byCurrency(sums: readonly RebateSum[]): ReadonlyMap<CurrencyId, Amount> {
  const totals = new Map<CurrencyId, Amount>();
  for (const { currency, amount } of sums) totals.set(currency, plus(totals.get(currency) ?? ZERO, amount));
  return totals;
}

async function summaryOf(context: GrowthContext, user: UserId): Promise<Summary> {
  const { ctx, rebateMs, inviteCodeOf } = context;
  const code = (await inviteCodeOf(ctx.db, user)) ?? refuse('unauthenticated');
  const { total } = await invitedBy(ctx.db, user, { page: 1, limit: 1 });
  const sums = await readSums(ctx.db, { inviter: user });
  const nameOf = await codesOf(context);
  const paid = byCurrency(sums.filter(({ state }) => state === 'paid'));
  const pending = byCurrency(sums.filter(({ state }) => state !== 'paid' && state !== 'refused'));
  const money = (of: ReadonlyMap<CurrencyId, Amount>) =>
    [...of].map(([currency, amount]) => ({ currency_name: nameOf(currency), amount: format(amount) }));
  return {
    extension_code: code,
    share: percentText(await readShare(ctx.db)),
    period_seconds: Math.round(rebateMs / 1_000),
    invited: total,
    total: format(sum([...paid].map(([currency, amount]) => valueOf(context, currency, amount)))),
    paid: money(paid),
    pending: money(pending),
  };
}

/** The first letter of a name, and the ends of a UID: enough for a friend to be recognised. */
const maskedName = (name: string): string => `${Array.from(name)[0] ?? ''}***`;
const maskedUid = (uid: number): string => `${String(uid).slice(0, 2)}***${String(uid).slice(-2)}`;

/** Invitations and rebates of the caller. */
export function inviteHandlers(context: GrowthContext): Pick<Handlers<Calls>, InviteCalls> {
  const { db } = context.ctx;
  return {
    'invite/summary': ({ caller }) => summaryOf(context, caller.userId),
    'invite/people': async ({ input, caller }) => {
      const { rows, total } = await invitedBy(db, caller.userId, input);
      const views = rows.map((one) => ({
        name: maskedName(one.nickname),
        uid: maskedUid(one.id),
        verified: one.isVerified,
        created_ms: one.createdMs,
      }));
      return pageReply(views, total, input.page, input.limit);
    },
    'invite/rebates': async ({ input, caller }) => {
      const { rows, total } = await readDailyRebates(db, caller.userId, input);
      const nameOf = await codesOf(context);
      const views = rows.map((one) => ({
        date: one.day,
        product: one.product,
        state: one.state,
        currency_name: nameOf(one.currency),
        amount: format(one.amount),
        people: one.people,
      }));
      return pageReply(views, total, input.page, input.limit);
    },
  };
}
