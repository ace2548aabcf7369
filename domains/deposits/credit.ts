import { format, negate } from '@karat/money';
import { stoppedUses } from '@karat/domains/currencies';
import { userAccount } from '@karat/domains/ledger';
import { custodyAccount } from './custody-account.ts';
import type { OpenNetwork, ResolvedDeps } from './deps.ts';
import { claimMature, markCredited } from './watch-store.ts';

/** Deposits credited in one transaction. */
const CREDITS_AT_ONCE = 100;

/**
 * Credits deposits with enough confirmations, claim and effect in one transaction. Those of a currency whose deposits are
 * stopped wait until they go on. Returns the count.
 */
export async function creditMature(deps: ResolvedDeps, on: OpenNetwork): Promise<number> {
  const { ctx, ledger, messages } = deps;
  const at = ctx.clock.now();
  return ctx.db.transact(async (tx) => {
    const stopped = await stoppedUses(tx);
    const waiting = (await ledger.currencies(tx))
      .filter(({ code }) => stopped.has(code, 'deposit', on.id))
      .map(({ id }) => id);
    const due = await claimMature(tx, on.id, CREDITS_AT_ONCE, waiting);
    if (due.length === 0) return 0;
    const posted = await ledger.postBatch(
      tx,
      due.map(({ id, userId, currency, amount }) => ({
        key: `deposit:${id}`,
        kind: 'deposit',
        reference: String(id),
        at,
        entries: [
          { account: custodyAccount(on.id), currency, available: negate(amount) },
          { account: userAccount(userId, 'change'), currency, available: amount },
        ],
      })),
    );
    for (const [index, { id, userId, currency, amount }] of due.entries()) {
      await markCredited(tx, id, posted[index]?.id ?? 0, at);
      const { code } = await ledger.currency(tx, currency);
      await messages.notify(tx, {
        user: userId,
        kind: 'deposits:credited',
        key: `deposit:${id}:credited`,
        values: { amount: format(amount), coin: code, network: on.name },
      });
    }
    return due.length;
  });
}
