import type { CurrencyId } from '@karat/contract';
import { BATCH_JOURNALS_MAX, holdersOf, houseAccount, userAccount } from '@karat/domains/ledger';
import type { AccountId, Holding, Journal } from '@karat/domains/ledger';
import type { Market } from '@karat/domains/market';
import { format, minus, negate, plus } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import type { WorkHandler } from '@karat/platform/work';
import type { StocksDeps } from './deps.ts';
import { reload } from './plan.ts';
import { paidFor, rescaleOf, sharesAfter } from './rules.ts';
import { finishAction, insertEntitlements, lockAction } from './store.ts';
import type { Action, Entitlement } from './store.ts';

/** Shares in orders count in the old size; the market is paused, so that no order follows. */
async function clearOrders({ orders }: StocksDeps, market: Market): Promise<void> {
  for (const user of await orders.usersWithOrders(market.id)) await orders.cancelAll(user, market.id);
}

/** One holder's journal: new shares and the company's money come from the external account. */
function journalOf(action: Action, market: Market, holding: Holding, due: Entitlement, at: number): Journal {
  const external = houseAccount('external');
  const entries = [];
  const shares = minus(due.after, due.before);
  if (shares !== 0n) {
    entries.push({ account: holding.account, currency: market.base, available: shares });
    entries.push({ account: external, currency: market.base, available: negate(shares) });
  }
  if (due.paid !== 0n) {
    const change = userAccount(holding.userId, 'change');
    entries.push({ account: change, currency: market.quote, available: due.paid });
    entries.push({ account: external, currency: market.quote, available: negate(due.paid) });
  }
  return {
    key: `stocks:${action.id}:${holding.account}`,
    kind: action.terms.kind === 'split' ? 'stock:split' : 'stock:dividend',
    reference: `${market.symbol} ${action.id}`,
    at,
    entries,
  };
}

interface Scales {
  readonly base: number;
  readonly quote: number;
}

function entitlementOf(action: Action, holding: Holding, scales: Scales): Entitlement {
  const before = plus(holding.available, holding.held);
  return {
    userId: holding.userId,
    before,
    after: sharesAfter(action.terms, before, scales.base),
    paid: paidFor(action.terms, before, scales.quote),
  };
}

/** Pays every holder, a page of accounts at a time. */
async function settleHolders(deps: StocksDeps, tx: Tx, action: Action, market: Market): Promise<void> {
  const { ctx, ledger, messages } = deps;
  const decimals = async (id: CurrencyId): Promise<number> => (await ledger.currency(tx, id)).decimals;
  const scales = { base: await decimals(market.base), quote: await decimals(market.quote) };
  const at = ctx.clock.now();
  let after: AccountId | undefined;
  for (;;) {
    const holdings = await holdersOf(tx, market.base, after, BATCH_JOURNALS_MAX);
    const dues = holdings.map((holding) => ({ holding, due: entitlementOf(action, holding, scales) }));
    const moved = dues.filter(({ due }) => due.after !== due.before || due.paid > 0n);
    await ledger.postBatch(
      tx,
      moved.map(({ holding, due }) => journalOf(action, market, holding, due, at)),
    );
    await insertEntitlements(
      tx,
      action.id,
      moved.map(({ due }) => due),
    );
    await messages.notifyAll(
      tx,
      moved.map(({ due }) => ({
        user: due.userId,
        kind: action.terms.kind === 'split' ? 'stocks:split' : 'stocks:dividend',
        values: {
          stock: market.baseName,
          before: format(due.before),
          after: format(due.after),
          paid: format(due.paid),
          currency: market.quoteName,
        },
        key: `stocks:${action.id}:${due.userId}`,
      })),
    );
    after = holdings.at(-1)?.account;
    if (holdings.length < BATCH_JOURNALS_MAX) return;
  }
}

/**
 * Executes an action in the transaction of its due work: holders, positions, candles and the price factor commit
 * together. A split first ends all orders in the market; an order that came in meanwhile makes it retry later.
 */
export const applyAction =
  (deps: StocksDeps): WorkHandler =>
  async (tx, item) => {
    const { ctx, market: data, positions } = deps;
    const action = await lockAction(tx, Number(item.subject));
    if (action?.state !== 'planned') return;
    const market = data.instruments.need(action.marketId);
    const index = data.index(market.id);
    if (!index) throw new Error(`${market.symbol} has no price yet`);
    const rescale = rescaleOf(action.terms, action.effective, index.price);
    if (!rescale) throw new Error(`a dividend of the whole price of ${market.symbol}`);
    if (action.terms.kind === 'split') {
      await clearOrders(deps, market);
      const { ratioNew: newShares, ratioOld: oldShares } = action.terms;
      await data.resizeShares(tx, market.id, { newShares, oldShares });
    }
    await settleHolders(deps, tx, action, market);
    await positions.adjust(tx, market.id, action);
    await finishAction(tx, action.id, rescale, ctx.clock.now());
    reload(deps, tx);
  };
