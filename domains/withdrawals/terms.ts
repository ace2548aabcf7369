import { format, minus } from '@karat/money';
import { PRIVATE_CHAIN_ID, raised, tokenTransferData, unitsOf } from '@karat/platform/chains';
import type { BitcoinChain, Chain, ChainAsset, EvmChain, TronChain } from '@karat/platform/chains';
import type { Tx } from '@karat/platform/db';
import type { BitcoinInput, BitcoinTerms, EvmTerms } from '@karat/platform/signing';
import type { ResolvedDeps } from './deps.ts';
import type { Attempt } from './payout-store.ts';
import * as payouts from './payout-store.ts';
import type { Withdrawal } from './store.ts';

/** Why a payout cannot be signed now; it waits and is retried. */
export class CannotPay extends Error {}
/** Prefix of the reason if the payout address has too little. */
export const FUNDS = 'too little to pay from';
/** Reason while the account is frozen; earlier approvals wait as well. */
export const FROZEN = 'account frozen';
/** Reason while a sanction match of the user is not decided. */
export const HELD = 'review not finished';

/** A token transfer may need a little more than the node's estimate; unused gas is not paid. */
const GAS_MARGIN = 13n;
const GAS_MARGIN_OF = 10n;
export async function assetOf(
  deps: ResolvedDeps,
  tx: Tx,
  chain: Chain,
  row: Withdrawal,
): Promise<ChainAsset> {
  const { code } = await deps.ledger.currency(tx, row.currency);
  const asset = chain.assets.find((each) => each.code === code);
  if (asset === undefined) throw new CannotPay(`${code} is not carried by ${row.network}`);
  return asset;
}

export const payUnits = (row: Withdrawal, asset: ChainAsset): bigint =>
  unitsOf(minus(row.number, row.fee), asset.decimals);

/** Returns what the payout address holds of an asset at a height less what payouts in flight take, in its smallest units. */
export async function freeUnits(
  deps: ResolvedDeps,
  tx: Tx,
  chain: EvmChain | TronChain,
  row: Withdrawal,
  of: ChainAsset,
  from: string,
  height: number,
): Promise<bigint> {
  const currency = (await deps.ledger.currencies(tx)).find(({ code }) => code === of.code);
  if (currency === undefined) throw new CannotPay(`${of.code} is not known here`);
  const inFlight = unitsOf(await payouts.sumInFlight(tx, row.network, currency.id), of.decimals);
  return (await chain.reader.balance([from], of, height)).units - inFlight;
}

/** Returns the call that pays: a coin transfer, or a token's `transfer`. */
function callOf(row: Withdrawal, asset: ChainAsset, from: string) {
  const units = payUnits(row, asset);
  const token = asset.contract;
  if (token === undefined) return { from, to: row.payee, value: units, data: '0x' } as const;
  const data = tokenTransferData(row.payee as `0x${string}`, units);
  return { from, to: token, value: 0n, data } as const;
}

const gasOf = async (chain: EvmChain, row: Withdrawal, asset: ChainAsset, from: string): Promise<bigint> =>
  ((await chain.sender.gas(callOf(row, asset, from))) * GAS_MARGIN) / GAS_MARGIN_OF;

/**
 * Returns true if the payout address can pay this payout and those in flight, gas included. One that could not be paid
 * would block its nonce and all later ones.
 */
export async function checkFunds(
  deps: ResolvedDeps,
  tx: Tx,
  chain: EvmChain,
  row: Withdrawal,
  asset: ChainAsset,
  from: string,
): Promise<void> {
  const height = await chain.reader.height();
  const coin = chain.assets.find(({ standard }) => standard === 'native') ?? asset;
  const { maxFeePerGas } = await chain.sender.fees();
  const free = (of: ChainAsset): Promise<bigint> => freeUnits(deps, tx, chain, row, of, from, height);
  const units = payUnits(row, asset);
  if ((await free(asset)) < units) throw new CannotPay(`${FUNDS}: ${asset.code} at the payout address`);
  const gas = (await gasOf(chain, row, asset, from)) * maxFeePerGas;
  if ((await free(coin)) < gas + (asset === coin ? units : 0n))
    throw new CannotPay(`${FUNDS}: ${coin.code} at the payout address for the network's fee`);
}

/** Nonce, gas and fees of an EVM payout; the nonce belongs to the row and stays over all attempts. */
export async function evmTerms(
  chain: EvmChain,
  row: Withdrawal,
  asset: ChainAsset,
  from: string,
  before: Attempt | undefined,
): Promise<EvmTerms> {
  if (row.nonce === null) throw new CannotPay('no nonce');
  const fees = await chain.sender.fees();
  const last = before?.terms as EvmTerms | undefined;
  const fee = (current: bigint, before: string | undefined): string =>
    String(before === undefined ? current : raised(current, BigInt(before)));
  return {
    family: 'evm',
    chainId: chain.network.chainId,
    nonce: row.nonce,
    gas: last?.gas ?? String(await gasOf(chain, row, asset, from)),
    maxFeePerGas: fee(fees.maxFeePerGas, last?.maxFeePerGas),
    maxPriorityFeePerGas: fee(fees.maxPriorityFeePerGas, last?.maxPriorityFeePerGas),
    ...(asset.contract === undefined ? {} : { contract: asset.contract }),
    decimals: asset.decimals,
  };
}

/** Virtual bytes of a transaction of P2WPKH inputs with two outputs of the larger type. */
const sizeOf = (inputs: number): bigint => BigInt(11 + inputs * 68 + 43 + 31);
const FEE_BLOCKS = 6;
const INPUTS_MAX = 100;
/** A replacement also pays for its own relay: satoshi per virtual byte (BIP125, rule 4). */
const RELAY_RATE = 1n;
/** Inputs are chosen so that a replacement could still pay this multiple of the fee. */
const ROOM = 5n;

/** Returns the first outputs, at least `least`, whose sum covers the amount and `times` the fee; undefined if none do. */
function covering(
  known: readonly BitcoinInput[],
  wanted: bigint,
  fee: { readonly rate: bigint; readonly times: bigint },
  least: number,
): readonly BitcoinInput[] | undefined {
  let total = 0n;
  for (const [place, input] of known.slice(0, INPUTS_MAX).entries()) {
    total += BigInt(input.units);
    if (place + 1 >= least && total >= wanted + fee.times * fee.rate * sizeOf(place + 1))
      return known.slice(0, place + 1);
  }
  return undefined;
}

/**
 * Chooses outputs, largest first, that cover amount and fee; from then on they belong to the row. A payout that
 * operators gave up spends again what is left of its inputs: the signer signs them for no other payment.
 */
export async function takeBitcoinInputs(
  deps: ResolvedDeps,
  tx: Tx,
  chain: BitcoinChain,
  row: Withdrawal,
  asset: ChainAsset,
): Promise<void> {
  const kept = await payouts.readInputs(tx, row.id);
  const spent = await payouts.takenInputs(tx);
  const free = ((await deps.bitcoinOutputs?.(tx)) ?? []).filter(
    ({ txid, vout }) => !spent.has(`${txid}:${vout}`),
  );
  const known = [...kept, ...free];
  const unspent = await chain.sender.unspent(
    known.map(({ txid, vout }) => ({ transaction: txid, output: vout })),
  );
  const there = new Set(unspent.map(({ transaction, output }) => `${transaction}:${output}`));
  const sound = known.filter(({ txid, vout }) => there.has(`${txid}:${vout}`));
  const rate = BigInt(await chain.sender.feeRate(FEE_BLOCKS));
  const wanted = payUnits(row, asset);
  const least = kept.length;
  const chosen =
    covering(sound, wanted, { rate, times: ROOM }, least) ??
    covering(sound, wanted, { rate, times: 1n }, least);
  if (chosen === undefined) throw new CannotPay(`${FUNDS}: BTC for ${format(row.number)}`);
  const added = chosen.filter((input) => !kept.includes(input));
  const inputs = await Promise.all(
    added.map(async (input) => ({ input, parents: await chain.sender.spends(input.txid) })),
  );
  await payouts.takeInputs(tx, row.id, inputs);
}

/** Inputs and fee of a Bitcoin payout; the inputs stay over all attempts. */
export async function bitcoinTerms(
  tx: Tx,
  chain: BitcoinChain,
  row: Withdrawal,
  before: Attempt | undefined,
): Promise<BitcoinTerms> {
  const inputs = await payouts.readInputs(tx, row.id);
  const size = sizeOf(inputs.length);
  const current = BigInt(await chain.sender.feeRate(FEE_BLOCKS)) * size;
  const previous = before?.networkFee ?? undefined;
  const relayed = previous === undefined ? current : previous + RELAY_RATE * size;
  const fee = previous === undefined ? current : raised(current > relayed ? current : relayed, previous);
  return { family: 'bitcoin', variant: chain.network.variant, inputs, fee: String(fee) };
}

/** Returns the network fee of a signed Bitcoin payout: its inputs less payment and change, dust included. */
export const bitcoinFee = (
  { terms, change }: { readonly terms: BitcoinTerms; readonly change?: { readonly units: string } },
  row: Withdrawal,
  asset: ChainAsset,
): bigint =>
  terms.inputs.reduce((sum, { units }) => sum + BigInt(units), 0n) -
  payUnits(row, asset) -
  BigInt(change?.units ?? '0');

/** Private chains create blocks only for transactions. */
export const isPrivate = (chain: Chain): boolean => {
  switch (chain.network.family) {
    case 'evm':
      return chain.network.chainId === PRIVATE_CHAIN_ID;
    case 'bitcoin':
      return chain.network.variant === 'regtest';
    case 'tron':
      return false;
  }
};
