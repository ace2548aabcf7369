import { raised, tokenTransferData } from '@karat/platform/chains';
import type { ChainAsset } from '@karat/platform/chains';
import type { Queries, Tx } from '@karat/platform/db';
import type { EvmTerms, SweepRequest } from '@karat/platform/signing';
import { CannotSweep, coinOf, confirmationsOn, houseOf } from './deps.ts';
import type { Sweeping } from './deps.ts';
import { COIN_GAS, affordable, covers, freeNonce, tightFees, topUpOf } from './rules.ts';
import type { Fees } from './rules.ts';
import * as store from './store.ts';
import type { Sweep, Transaction } from './store.ts';

/** A token transfer may need a little more than the node's estimate; unused gas is not paid. */
const GAS_MARGIN = 13n;
const GAS_MARGIN_OF = 10n;

/** The next transfer of a sweep, or that the address holds too little to be moved: nothing at all if it is `empty`. */
export type NextTransfer =
  | { readonly leg: 'gas' | 'collect'; readonly units: bigint; readonly nonce: number; readonly asOf: number }
  | { readonly leg: 'none'; readonly isEmpty: boolean; readonly asOf: number };

async function assetOf({ deps, chain }: Sweeping, tx: Tx, { currency, network }: Sweep): Promise<ChainAsset> {
  const { code } = await deps.ledger.currency(tx, currency);
  const asset = chain.assets.find((each) => each.code === code);
  if (asset === undefined) throw new CannotSweep(`${code} is not carried by ${network}`);
  return asset;
}

async function tokenGas(
  { chain }: Sweeping,
  { address }: Sweep,
  contract: string,
  units: bigint,
  payout: string,
): Promise<bigint> {
  const data = tokenTransferData(payout as `0x${string}`, units);
  return (
    ((await chain.sender.gas({ from: address, to: contract, value: 0n, data })) * GAS_MARGIN) / GAS_MARGIN_OF
  );
}

/** Returns what an address holds of an asset, and how much of it is deep enough, in its smallest units. */
async function heldBy(sweeping: Sweeping, queries: Queries, address: string, asset: ChainAsset) {
  const { reader } = sweeping.chain;
  const height = await reader.height();
  const asOf = Math.max(0, height - (await confirmationsOn(sweeping, queries)) + 1);
  const [now, deep] = [
    (await reader.balance([address], asset, height)).units,
    (await reader.balance([address], asset, asOf)).units,
  ];
  return { asOf, now, deep: deep < now ? deep : now };
}

/** Plans coins for the fee of a token transfer. One that the gas station could not pay would block its nonce. */
async function planGas(
  sweeping: Sweeping,
  tx: Tx,
  fees: Fees,
  missing: bigint,
): Promise<{ readonly units: bigint; readonly nonce: number }> {
  const { chain, on } = sweeping;
  const { gasStation } = await houseOf(sweeping);
  await store.lockNonces(tx, on.id);
  const underWay = await store.gasUnderWay(tx, on.id);
  const coin = coinOf(chain);
  const held = await chain.reader.balance([gasStation], coin, await chain.reader.height());
  const feesUnderWay = BigInt(underWay.nonces.length + 1) * COIN_GAS * fees.maxFeePerGas;
  if (held.units < missing + underWay.units + feesUnderWay)
    throw new CannotSweep(`too little ${coin.code} at the gas station`);
  const from = await chain.sender.nonce(gasStation);
  const used = await store.usedNonces(tx, on.id, gasStation, from);
  return { units: missing, nonce: freeNonce([...used, ...underWay.nonces], from) };
}

/** Returns the next transfer of a planned sweep. */
export async function nextTransfer(sweeping: Sweeping, tx: Tx, sweep: Sweep): Promise<NextTransfer> {
  const { chain, on } = sweeping;
  const asset = await assetOf(sweeping, tx, sweep);
  const { asOf, deep } = await heldBy(sweeping, tx, sweep.address, asset);
  if (deep === 0n) return { leg: 'none', isEmpty: true, asOf };
  const fees = await chain.sender.fees();
  const nonceOf = async (): Promise<number> => {
    const from = await chain.sender.nonce(sweep.address);
    return freeNonce(await store.usedNonces(tx, on.id, sweep.address, from), from);
  };
  if (asset.contract === undefined) {
    const units = deep - COIN_GAS * tightFees(fees).maxFeePerGas;
    if (units <= 0n) return { leg: 'none', isEmpty: false, asOf };
    return { leg: 'collect', units, nonce: await nonceOf(), asOf };
  }
  const { payout } = await houseOf(sweeping);
  const gas = await tokenGas(sweeping, sweep, asset.contract, deep, payout);
  const coins = (await heldBy(sweeping, tx, sweep.address, coinOf(chain))).now;
  if (covers(fees, coins, gas)) return { leg: 'collect', units: deep, nonce: await nonceOf(), asOf };
  return { leg: 'gas', ...(await planGas(sweeping, tx, fees, topUpOf(fees, coins, gas))), asOf };
}

/** Returns the fees of a replacement, each at least a quarter above the ones before. */
const raisedFees = (fees: Fees, before: Fees): Fees => ({
  maxFeePerGas: raised(fees.maxFeePerGas, before.maxFeePerGas),
  maxPriorityFeePerGas: raised(fees.maxPriorityFeePerGas, before.maxPriorityFeePerGas),
});

const feesOf = ({ terms }: Transaction): Fees => ({
  maxFeePerGas: BigInt(terms.maxFeePerGas),
  maxPriorityFeePerGas: BigInt(terms.maxPriorityFeePerGas),
});

const termsOf = (
  { chain }: Sweeping,
  nonce: number,
  gas: bigint,
  fees: Fees,
  asset: ChainAsset,
): EvmTerms => ({
  family: 'evm',
  chainId: chain.network.chainId,
  nonce,
  gas: String(gas),
  maxFeePerGas: String(fees.maxFeePerGas),
  maxPriorityFeePerGas: String(fees.maxPriorityFeePerGas),
  ...(asset.contract === undefined ? {} : { contract: asset.contract }),
  decimals: asset.decimals,
});

/** Returns the terms of a token transfer, whose fee the coins at the address must cover. */
async function tokenTerms(
  sweeping: Sweeping,
  tx: Tx,
  sweep: Sweep & { readonly units: bigint; readonly nonce: number },
  asset: ChainAsset,
  wanted: Fees,
  before: Transaction | undefined,
): Promise<EvmTerms> {
  const { payout } = await houseOf(sweeping);
  const gas =
    before === undefined
      ? await tokenGas(sweeping, sweep, asset.contract ?? '', sweep.units, payout)
      : BigInt(before.terms.gas);
  const { now: coins } = await heldBy(sweeping, tx, sweep.address, coinOf(sweeping.chain));
  const fees = affordable(wanted, coins, gas);
  if (before !== undefined && fees.maxFeePerGas < wanted.maxFeePerGas)
    throw new CannotSweep('the address cannot pay a higher fee');
  return termsOf(sweeping, sweep.nonce, gas, fees, asset);
}

/**
 * Returns the request to sign the current transfer, or its replacement with higher fees. A replacement of a coin
 * transfer moves less by what its fee costs more.
 */
export async function signRequest(
  sweeping: Sweeping,
  tx: Tx,
  sweep: Sweep,
  before: Transaction | undefined,
): Promise<SweepRequest> {
  const { id, leg, network, number: index, currency, units, nonce } = sweep;
  if (units === null || nonce === null) throw new CannotSweep('no transfer');
  const coin = coinOf(sweeping.chain);
  const asset = leg === 'gas' ? coin : await assetOf(sweeping, tx, sweep);
  const current = await sweeping.chain.sender.fees();
  const empties = leg === 'collect' && asset === coin;
  const own = empties ? tightFees(current) : current;
  const wanted = before === undefined ? own : raisedFees(own, feesOf(before));
  const request = { attempt: (before?.attempt ?? 0) + 1, sweep: { id, leg, network, index, currency } };
  if (asset !== coin)
    return {
      ...request,
      units: String(units),
      terms: await tokenTerms(sweeping, tx, { ...sweep, units, nonce }, asset, wanted, before),
    };
  // What the fee and the amount share is fixed: an address is emptied, and never asked for more than it holds.
  const total = before === undefined ? undefined : before.units + COIN_GAS * feesOf(before).maxFeePerGas;
  const rest = empties && total !== undefined ? total - COIN_GAS * wanted.maxFeePerGas : units;
  if (rest <= 0n) throw new CannotSweep('the fee is more than the address holds');
  return { ...request, units: String(rest), terms: termsOf(sweeping, nonce, COIN_GAS, wanted, coin) };
}
