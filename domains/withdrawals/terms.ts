import { format, minus } from '@karat/money';
import { PRIVATE_CHAIN_ID, unitsOf } from '@karat/platform/chains';
import type { BitcoinChain, Chain, ChainAsset, EvmChain } from '@karat/platform/chains';
import type { Tx } from '@karat/platform/db';
import type { BitcoinInput, BitcoinTerms, EvmTerms } from '@karat/platform/signing';
import { encodeFunctionData, parseAbi } from 'viem/utils';
import type { Parts } from './parts.ts';
import * as store from './store.ts';
import type { Withdrawal } from './store.ts';

/** Why a payout cannot be signed for now; it waits and is tried again. */
export class CannotPay extends Error {}

const TRANSFER = parseAbi(['function transfer(address to, uint256 amount)']);
/** A token's transfer may need a little more than the node thought; what is not used is not paid. */
const GAS_MARGIN = 13n;
const GAS_MARGIN_OF = 10n;
/** A replacement must pay at least a tenth more; it pays a quarter more. */
const BUMP = 125n;
const BUMP_OF = 100n;

const bumped = (value: bigint, attempt: number): bigint => {
  let fee = value;
  for (let step = 1; step < attempt; step++) fee = (fee * BUMP) / BUMP_OF + 1n;
  return fee;
};

export async function assetOf(parts: Parts, tx: Tx, chain: Chain, row: Withdrawal): Promise<ChainAsset> {
  const { code } = await parts.ledger.currency(tx, row.currency);
  const asset = chain.assets.find((each) => each.code === code);
  if (asset === undefined) throw new CannotPay(`${code} is not carried by ${row.network}`);
  return asset;
}

const payUnits = (row: Withdrawal, asset: ChainAsset): bigint =>
  unitsOf(minus(row.number, row.fee), asset.decimals);

/** Nonce, gas and fees of an EVM payout; the nonce is the row's own and stays over all attempts. */
export async function evmTerms(
  chain: EvmChain,
  row: Withdrawal,
  asset: ChainAsset,
  from: string,
  attempt: number,
): Promise<EvmTerms> {
  if (row.nonce === null) throw new CannotPay('no nonce');
  const units = payUnits(row, asset);
  const token = asset.contract;
  const data =
    token === undefined
      ? '0x'
      : encodeFunctionData({
          ...{ abi: TRANSFER, functionName: 'transfer' },
          args: [row.payee as `0x${string}`, units],
        });
  const call = { from, to: token ?? row.payee, value: token === undefined ? units : 0n, data } as const;
  const gas = ((await chain.sender.gas(call)) * GAS_MARGIN) / GAS_MARGIN_OF;
  const fees = await chain.sender.fees();
  return {
    ...{ family: 'evm', chainId: chain.network.chainId, nonce: row.nonce, gas: String(gas) },
    maxFeePerGas: String(bumped(fees.maxFeePerGas, attempt)),
    maxPriorityFeePerGas: String(bumped(fees.maxPriorityFeePerGas, attempt)),
    ...(token === undefined ? {} : { contract: token }),
    decimals: asset.decimals,
  };
}

/** Virtual bytes of a transaction of P2WPKH inputs with two outputs, the larger kind of output assumed. */
const sizeOf = (inputs: number): bigint => BigInt(11 + inputs * 68 + 43 + 31);
const FEE_BLOCKS = 6;
const INPUTS_MAX = 100;

/** Chooses outputs, largest first, that pay amount and fee; they are the row's own from then on. */
export async function takeBitcoinInputs(
  parts: Parts,
  tx: Tx,
  chain: BitcoinChain,
  row: Withdrawal,
  asset: ChainAsset,
): Promise<void> {
  if ((await store.readInputs(tx, row.id)).length > 0) return;
  const taken = await store.takenInputs(tx);
  const known = ((await parts.bitcoinOutputs?.(tx)) ?? []).filter(
    ({ txid, vout }) => !taken.has(`${txid}:${vout}`),
  );
  const unspent = await chain.sender.unspent(
    known.map(({ txid, vout }) => ({ transaction: txid, output: vout })),
  );
  const sound = new Set(unspent.map(({ transaction, output }) => `${transaction}:${output}`));
  const rate = BigInt(await chain.sender.feeRate(FEE_BLOCKS));
  const wanted = payUnits(row, asset);
  const chosen: BitcoinInput[] = [];
  let total = 0n;
  for (const input of known.filter(({ txid, vout }) => sound.has(`${txid}:${vout}`))) {
    if (chosen.length >= INPUTS_MAX) break;
    chosen.push(input);
    total += BigInt(input.units);
    if (total >= wanted + rate * sizeOf(chosen.length)) {
      await store.takeInputs(tx, row.id, chosen);
      return;
    }
  }
  throw new CannotPay(`not enough on Bitcoin for ${format(row.number)}`);
}

/** Inputs and fee of a Bitcoin payout; the inputs stay over all attempts. */
export async function bitcoinTerms(
  tx: Tx,
  chain: BitcoinChain,
  row: Withdrawal,
  attempt: number,
): Promise<BitcoinTerms> {
  const inputs = await store.readInputs(tx, row.id);
  const rate = BigInt(await chain.sender.feeRate(FEE_BLOCKS));
  const fee = bumped(rate * sizeOf(inputs.length), attempt);
  return { family: 'bitcoin', variant: chain.network.variant, inputs, fee: String(fee) };
}

/** Private chains make blocks only when something happens. */
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
