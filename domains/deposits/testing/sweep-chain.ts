import { PRIVATE_CHAIN_ID, evmNetwork } from '@karat/platform/chains';
import type { ChainAsset, EvmChain, TransactionState } from '@karat/platform/chains';
import type { SweepRequest } from '@karat/platform/signing';
import type { SweepingDeps } from '../deps.ts';

export const GWEI = 10n ** 9n;
export const GAS_STATION = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const PAYOUT = '0x52908400098527886E0F7030069857D2E4169EE7';
const TOKEN = '0xde709f2102306220921060314715629080e2fb77';

/** What lies at an address now, and what of it is deep enough to be moved. */
interface Held {
  readonly now: bigint;
  readonly deep: bigint;
}

/** An EVM chain without a node: a test says what lies where and what is mined. */
export function sweepChain() {
  const sent: string[] = [];
  const state = {
    height: 100,
    /** Gas that a token transfer needs by the node's estimate. */
    gas: 50_000n,
    maxFeePerGas: 30n * GWEI,
    mined: new Map<string, TransactionState>(),
    held: new Map<string, Held>(),
    nonces: new Map<string, number>(),
  };
  const assets: readonly ChainAsset[] = [
    { network: 'ethereum', code: 'ETH', standard: 'native', contract: undefined, decimals: 18 },
    { network: 'ethereum', code: 'USDT', standard: 'erc20', contract: TOKEN, decimals: 6 },
  ];
  const nonceOf = async (address: string): Promise<number> => state.nonces.get(address) ?? 0;
  const chain: EvmChain = {
    network: evmNetwork(PRIVATE_CHAIN_ID),
    assets,
    addToken: () => undefined,
    reader: {
      height: async () => state.height,
      block: async () => undefined,
      transfers: async () => [],
      tokenDecimals: async () => 6,
      balance: async ([address = ''], { code }, height) => {
        const held = state.held.get(`${address} ${code}`) ?? { now: 0n, deep: 0n };
        return { units: height === state.height ? held.now : held.deep, height };
      },
    },
    sender: {
      broadcast: async (raw) => {
        sent.push(raw);
        return raw;
      },
      transaction: async (id) => state.mined.get(id) ?? { state: 'pending' },
      fees: async () => ({ maxFeePerGas: state.maxFeePerGas, maxPriorityFeePerGas: 2n * GWEI }),
      gas: async () => state.gas,
      nonce: nonceOf,
      minedNonce: nonceOf,
    },
  };
  return { chain, state, sent };
}

/** A signer that signs everything, and what it was asked for. */
export function sweepSigner() {
  const requests: SweepRequest[] = [];
  const signing: SweepingDeps['signing'] = {
    async signSweep(request) {
      const { sweep, attempt, terms } = request;
      const name = `0xsweep${sweep.id}-${sweep.leg}-${attempt}`;
      // The first attempt with another nonce is another transaction.
      const isOther = requests.some(
        (each) =>
          `0xsweep${each.sweep.id}-${each.sweep.leg}-${each.attempt}` === name &&
          each.terms.nonce !== terms.nonce,
      );
      requests.push(request);
      const txid = isOther ? `${name}-${terms.nonce}` : name;
      return { txid, raw: `raw of ${txid}`, terms, units: request.units };
    },
    status: async () => ({
      networks: ['ethereum'],
      signed: requests.length,
      payoutAddresses: { ethereum: PAYOUT },
      gasStations: { ethereum: GAS_STATION },
    }),
  };
  return { signing, requests };
}
