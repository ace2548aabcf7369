import { pageReply, refuse, userId as brandUser } from '@karat/contract';
import type { Contract, CurrencyId, RebateState } from '@karat/contract';
import { change, fact, requestApproval } from '@karat/domains/operators';
import type { ApprovalKinds, Payload, Present } from '@karat/domains/operators';
import { UNIT, ZERO, amount, format, plus, rateFromPercent, sum } from '@karat/money';
import type { Amount, Rate } from '@karat/money';
import { append } from '@karat/platform/audit';
import type { Queries } from '@karat/platform/db';
import type { Handlers } from '@karat/platform/http';
import { valueOf } from './count-fees.ts';
import type { GrowthContext } from './deps.ts';
import { codesOf } from './invite-http.ts';
import { decideInvitation, lockInvitation, readInvitation, readInvitations } from './invitation-store.ts';
import type { Invitation } from './invitation-store.ts';
import { decideRebates, readShare, readSums, writeShare } from './rebate-store.ts';
import type { RebateSum } from './rebate-store.ts';
import { percentText } from './view.ts';

type Calls = Contract['growth'];
type InviteCalls =
  | 'console/rebates'
  | 'console/rebate_share'
  | 'console/invitations'
  | 'console/invitation_release'
  | 'console/invitation_refuse';

const RELEASE = 'rebate release';
const SHARE = 'rebate share';
/** Audit action. */
const REFUSED = 'growth:refuse_rebates';

/** A share from a payload; refuses `value_invalid` above 100 %. */
function shareOf(payload: Payload): Rate {
  const share = rateFromPercent(amount(String(payload['share'] ?? '0')));
  return share <= UNIT ? share : refuse('value_invalid', { field: 'share' });
}

const presentShare: Present = async (db, payload) => ({
  title: 'Change the share of rebates',
  subject: 'Rebates',
  changes: [
    change('Share of the fee', `${percentText(await readShare(db))} %`, `${percentText(shareOf(payload))} %`),
  ],
});

/** A pair that waits for a decision. */
function held(found: Invitation | undefined): Invitation {
  if (!found) return refuse('invitation_unknown');
  return found.state === 'held' ? found : refuse('invitation_decided');
}

const totalIn = (
  context: GrowthContext,
  sums: readonly RebateSum[],
  states: readonly RebateState[],
): Amount =>
  sum(
    sums
      .filter(({ state }) => states.includes(state))
      .map(({ currency, amount: of }) => valueOf(context, currency, of)),
  );

const presentRelease =
  (context: GrowthContext): Present =>
  async (db, payload) => {
    const invitee = brandUser(Number(payload['uid']));
    const { inviter, signs } = held(await readInvitation(db, invitee));
    const sums = await readSums(db, { invitees: [invitee] });
    return {
      title: 'Release the rebates of an invited user',
      subject: String(invitee),
      user: inviter,
      changes: [
        change('Rebates', 'held', 'paid'),
        fact('Inviter', String(inviter)),
        fact('In common', signs.join(', ')),
        fact('Held', `${format(totalIn(context, sums, ['held']))} USDT`),
      ],
    };
  };

/** What two operators decide: the share of rebates, and the release of held ones. */
export const inviteApprovals = (context: GrowthContext): ApprovalKinds => ({
  [SHARE]: {
    present: presentShare,
    execute: async (tx, payload) => void (await writeShare(tx, shareOf(payload))),
  },
  [RELEASE]: {
    present: presentRelease(context),
    execute: async (tx, payload) => {
      const invitee = brandUser(Number(payload['uid']));
      held(await lockInvitation(tx, invitee));
      await decideInvitation(tx, invitee, 'clear', 'two operators', context.ctx.clock.now());
      await decideRebates(tx, invitee, 'released');
    },
  },
});

/** Totals of rebates by currency. */
async function totalsOf(context: GrowthContext, db: Queries) {
  const nameOf = await codesOf(context);
  const sums = Map.groupBy(await readSums(db), ({ currency }) => currency);
  const total = (of: readonly RebateSum[], ...states: readonly RebateState[]): string =>
    format(
      of.filter(({ state }) => states.includes(state)).reduce((all, one) => plus(all, one.amount), ZERO),
    );
  return [...sums].map(([currency, of]: [CurrencyId, RebateSum[]]) => ({
    currency_name: nameOf(currency),
    paid: total(of, 'paid'),
    due: total(of, 'due', 'released'),
    held: total(of, 'held'),
    refused: total(of, 'refused'),
  }));
}

export function inviteConsole(context: GrowthContext): Pick<Handlers<Calls>, InviteCalls> {
  const { ctx } = context;
  return {
    'console/rebates': async () => ({
      share: percentText(await readShare(ctx.db)),
      totals: await totalsOf(context, ctx.db),
    }),
    'console/rebate_share': ({ input, caller }) =>
      ctx.db.transact((tx) => {
        const payload: Payload = { share: format(input.share) };
        const request = { kind: SHARE, subject: 'rebates', payload, present: presentShare };
        return requestApproval(ctx, tx, caller, { ...request, reason: input.reason });
      }),
    'console/invitations': async ({ input }) => {
      const { rows, total } = await readInvitations(ctx.db, input.state, input);
      const invitees = rows.map(({ invitee }) => invitee);
      const sums = Map.groupBy(await readSums(ctx.db, { invitees }), ({ invitee }) => invitee);
      const views = rows.map((one) => ({
        invitee: one.invitee,
        inviter: one.inviter,
        state: one.state,
        signs: [...one.signs],
        held: format(totalIn(context, sums.get(one.invitee) ?? [], ['held'])),
        paid: format(totalIn(context, sums.get(one.invitee) ?? [], ['paid'])),
        decided_by: one.decidedBy,
        created_ms: one.createdMs,
      }));
      return pageReply(views, total, input.page, input.limit);
    },
    'console/invitation_release': ({ input, caller }) =>
      ctx.db.transact(async (tx) => {
        held(await lockInvitation(tx, input.uid));
        const request = { kind: RELEASE, subject: String(input.uid), payload: { uid: input.uid } };
        const present = presentRelease(context);
        return requestApproval(ctx, tx, caller, { ...request, present, reason: input.reason });
      }),
    'console/invitation_refuse': ({ input, caller }) =>
      ctx.db.transact(async (tx) => {
        held(await lockInvitation(tx, input.uid));
        const at = ctx.clock.now();
        await decideInvitation(tx, input.uid, 'refused', caller.login, at);
        await decideRebates(tx, input.uid, 'refused');
        const detail = { reason: input.reason };
        await append(tx, { actor: caller.login, action: REFUSED, subject: String(input.uid), detail, at });
        return 'ok' as const;
      }),
  };
}
