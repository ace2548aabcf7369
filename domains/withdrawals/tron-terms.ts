import type { ChainAsset, TronChain } from '@karat/platform/chains';
import type { Tx } from '@karat/platform/db';
import type { TronTerms } from '@karat/platform/signing';
import type { ResolvedDeps } from './deps.ts';
import * as payouts from './payout-store.ts';
import type { Withdrawal } from './store.ts';
import { CannotPay, FUNDS, freeUnits, payUnits } from './terms.ts';

/**
 * Time in which a transaction can be included, counted from the newest solidified block. Long enough for an outage of
 * nodes; only after it the owner gets the money of a payout back that no block included.
 */
const VALID_MS = 60 * 60 * 1000;
const BLOCK_MS = 3_000;
/** The price of energy and the chain's surcharge for a busy contract may rise until the transaction runs. */
const ENERGY_MARGIN = 15n;
const ENERGY_MARGIN_OF = 10n;

async function feeOf(chain: TronChain, row: Withdrawal, asset: ChainAsset, from: string) {
  const { contract } = asset;
  if (contract === undefined) throw new CannotPay(`${asset.code} on Tron is not paid out`);
  const units = payUnits(row, asset);
  const { energy, bandwidth } = await chain.sender.transferFee({ from, to: row.payee, contract, units });
  return { contract, feeLimit: (energy * ENERGY_MARGIN) / ENERGY_MARGIN_OF, bandwidth };
}

/** Throws CannotPay unless the payout address holds the tokens, and TRX for the fees of this and all payouts in flight. */
export async function checkTronFunds(
  deps: ResolvedDeps,
  tx: Tx,
  chain: TronChain,
  row: Withdrawal,
  asset: ChainAsset,
  from: string,
): Promise<void> {
  const height = await chain.reader.height();
  if ((await freeUnits(deps, tx, chain, row, asset, from, height)) < payUnits(row, asset))
    throw new CannotPay(`${FUNDS}: ${asset.code} at the payout address`);
  const { feeLimit, bandwidth } = await feeOf(chain, row, asset, from);
  const paying = 1n + BigInt(await payouts.countInFlight(tx, row.network));
  if ((await chain.sender.coins(from)) < paying * (feeLimit + bandwidth))
    throw new CannotPay(`${FUNDS}: TRX at the payout address for the network's fee`);
}

/** Reference block, validity and maximum fee of a Tron payout. */
export async function tronTerms(
  chain: TronChain,
  row: Withdrawal,
  asset: ChainAsset,
  from: string,
): Promise<TronTerms> {
  const { contract, feeLimit } = await feeOf(chain, row, asset, from);
  const block = await chain.reader.block(await chain.reader.height());
  if (block === undefined) throw new CannotPay('the node has no block');
  return {
    family: 'tron',
    contract,
    decimals: asset.decimals,
    reference: { height: block.height, hash: block.hash },
    expiration: block.time + VALID_MS,
    // Nothing else differs between two equal payments after one block, and equal transactions are one.
    timestamp: block.time + (row.id % BLOCK_MS),
    feeLimit: String(feeLimit),
  };
}
