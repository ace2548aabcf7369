import { pageReply } from '@karat/contract';
import type { Contract, Reply, UserId } from '@karat/contract';
import { maskedName } from '@karat/domains/payees';
import { format } from '@karat/money';
import type { Queries } from '@karat/platform/db';
import type { Handlers } from '@karat/platform/http';
import { claimGift } from './claim.ts';
import { createGift } from './create.ts';
import type { GiftsDeps } from './deps.ts';
import { cancelByOperator, cancelGift } from './return.ts';
import { readGifts } from './store.ts';
import type { Gift } from './store.ts';

type Calls = Contract['gifts'];
type GiftView = Reply<Calls['gift/create']>;
type ConsoleView = Reply<Calls['console/gift_cancel']>;

const termsOf = (gift: Gift, nameOf: ReadonlyMap<number, string>) => ({
  id: gift.id,
  state: gift.state,
  currency: gift.currency,
  currency_name: nameOf.get(gift.currency) ?? '',
  number: format(gift.number),
  note: gift.note,
  created_ms: gift.createdMs,
  expires_ms: gift.expiresMs,
  ended_ms: gift.endedMs ?? null,
});

const readNames = async ({ ledger }: GiftsDeps, db: Queries): Promise<ReadonlyMap<number, string>> =>
  new Map((await ledger.currencies(db)).map(({ id, code }) => [id, code]));

/** Gifts as one of their users sees them: with the masked nickname of the other side. */
async function viewsOf(
  deps: GiftsDeps,
  db: Queries,
  gifts: readonly Gift[],
  viewer: UserId,
): Promise<GiftView[]> {
  const otherOf = ({ sender, receiver }: Gift): UserId | undefined => (sender === viewer ? receiver : sender);
  const others = new Set(gifts.map(otherOf).filter((user) => user !== undefined));
  const people = await deps.users(db, [...others]);
  const nicknames = new Map(people.map(({ id, nickname }) => [id, maskedName(nickname)]));
  const names = await readNames(deps, db);
  return gifts.map((gift) => {
    const other = otherOf(gift);
    return { ...termsOf(gift, names), nickname: (other && nicknames.get(other)) ?? '' };
  });
}

async function viewOf(deps: GiftsDeps, db: Queries, gift: Gift, viewer: UserId): Promise<GiftView> {
  const [view] = await viewsOf(deps, db, [gift], viewer);
  if (!view) throw new Error(`gift ${gift.id} has no view`);
  return view;
}

const consoleView = (gift: Gift, names: ReadonlyMap<number, string>): ConsoleView => ({
  ...termsOf(gift, names),
  sender: gift.sender,
  receiver: gift.receiver ?? null,
  cancelled_by: gift.cancelledBy ?? null,
  cancel_reason: gift.cancelReason ?? null,
});

/** Answers the calls of gift codes; users see and change only what is their own. */
export function giftHandlers(deps: GiftsDeps): Handlers<Calls> {
  const { db } = deps.ctx;
  return {
    'gift/create': async ({ input, caller, tx }) => {
      const gift = await createGift(deps, tx, {
        sender: caller.userId,
        currency: input.currency_id,
        number: input.number,
        days: input.days,
        note: input.note ?? '',
        codeHash: input.code_hash,
        confirmation: { payPassword: input.pay_password, code: input.code },
      });
      return viewOf(deps, tx, gift, caller.userId);
    },
    'gift/list': async ({ input, caller }) => {
      const filter = input.direction === 'in' ? { receiver: caller.userId } : { sender: caller.userId };
      const { rows, total } = await readGifts(db, filter, input);
      return pageReply(await viewsOf(deps, db, rows, caller.userId), total, input.page, input.limit);
    },
    'gift/cancel': async ({ input, caller, tx }) =>
      viewOf(deps, tx, await cancelGift(deps, tx, caller.userId, input.id), caller.userId),
    'gift/claim': async ({ input, caller, tx, request }) => {
      const { userId: receiver } = caller;
      const gift = await claimGift(deps, tx, { receiver, address: request.address, typed: input.gift_code });
      return viewOf(deps, tx, gift, receiver);
    },
    'console/gifts': async ({ input }) => {
      const { rows, total } = await readGifts(db, { user: input.uid, state: input.state }, input);
      const names = await readNames(deps, db);
      const views = rows.map((gift) => consoleView(gift, names));
      return pageReply(views, total, input.page, input.limit);
    },
    'console/gift_cancel': async ({ input, caller }) =>
      consoleView(await cancelByOperator(deps, caller.login, input), await readNames(deps, db)),
  };
}
