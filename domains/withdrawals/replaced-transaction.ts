import type { Chain } from '@karat/platform/chains';
import type { Queries } from '@karat/platform/db';
import type { SigningClient, TronTerms } from '@karat/platform/signing';
import * as payouts from './payout-store.ts';
import type { Withdrawal } from './store.ts';

/**
 * Returns true if a block holds another transaction with the nonce or one of the inputs of this payout. An input whose
 * own transaction is in no block proves nothing: that transaction may return. On Tron, whose transactions have neither,
 * true once a solidified block is as late as the end of their validity.
 */
export async function isReplaced(
  signing: SigningClient,
  queries: Queries,
  chain: Chain,
  row: Withdrawal,
): Promise<boolean> {
  if ('minedNonce' in chain.sender) {
    const from = (await signing.status()).payoutAddresses[row.network];
    return from !== undefined && row.nonce !== null && (await chain.sender.minedNonce(from)) > row.nonce;
  }
  if ('transferFee' in chain.sender) {
    const last = (await payouts.readAttempts(queries, row.id)).at(-1);
    const head = await chain.reader.block(await chain.reader.height());
    return last !== undefined && head !== undefined && head.time >= (last.terms as TronTerms).expiration;
  }
  if (!('unspent' in chain.sender)) return false;
  const inputs = (await payouts.readInputs(queries, row.id)).map(({ txid, vout }) => ({
    transaction: txid,
    output: vout,
  }));
  const unspent = await chain.sender.unspent(inputs);
  const there = new Set(unspent.map(({ transaction, output }) => `${transaction}:${output}`));
  for (const { transaction, output } of inputs) {
    if (there.has(`${transaction}:${output}`)) continue;
    if ((await chain.sender.transaction(transaction)).state === 'mined') return true;
  }
  return false;
}
