import type { NetworkId } from '@karat/contract';

/** Bitcoin by its address forms: mainnet, testnet, or a private chain for demonstrations and tests. */
export interface BitcoinNetwork {
  readonly id: 'bitcoin';
  readonly family: 'bitcoin';
  readonly variant: 'main' | 'test' | 'regtest';
  /** Human-readable part of segwit addresses. */
  readonly prefix: 'bc' | 'tb' | 'bcrt';
  /** Version bytes of the legacy address forms: pay to key hash, pay to script hash. */
  readonly versions: readonly [number, number];
  /** BIP44 coin type. */
  readonly coinType: 0 | 1;
}

/** An EVM chain by its chain id: 1 mainnet, 31337 a private chain. */
export interface EvmNetwork {
  readonly id: 'ethereum';
  readonly family: 'evm';
  readonly chainId: number;
  readonly coinType: 60;
}

export interface TronNetwork {
  readonly id: 'tron';
  readonly family: 'tron';
  readonly coinType: 195;
}

/** Static description of a chain for addresses and keys; needs no node. */
export type Network = BitcoinNetwork | EvmNetwork | TronNetwork;

const BITCOIN = {
  main: { prefix: 'bc', versions: [0x00, 0x05], coinType: 0 },
  test: { prefix: 'tb', versions: [0x6f, 0xc4], coinType: 1 },
  regtest: { prefix: 'bcrt', versions: [0x6f, 0xc4], coinType: 1 },
} as const;

/** Chain id of a private EVM chain of test nodes. */
export const PRIVATE_CHAIN_ID = 31_337;

export const bitcoinNetwork = (variant: BitcoinNetwork['variant']): BitcoinNetwork => ({
  id: 'bitcoin',
  family: 'bitcoin',
  variant,
  ...BITCOIN[variant],
});
export const evmNetwork = (chainId: number): EvmNetwork => ({
  id: 'ethereum',
  family: 'evm',
  chainId,
  coinType: 60,
});
export const tronNetwork: TronNetwork = { id: 'tron', family: 'tron', coinType: 195 };

/** Is true if coins on the chain have real value. */
export const isRealNetwork = (network: Network): boolean => {
  switch (network.family) {
    case 'bitcoin':
      return network.variant === 'main';
    case 'evm':
      return network.chainId === 1;
    case 'tron':
      return true;
  }
};

/** An asset of a chain. */
export interface ChainAsset {
  readonly network: NetworkId;
  /** Code of the credited currency: BTC, ETH, USDT, USDC. */
  readonly code: string;
  readonly standard: 'native' | 'erc20' | 'trc20';
  /** The token's contract in canonical form; undefined for the native coin. */
  readonly contract: string | undefined;
  /** Decimals of the smallest unit on the chain: 8 for BTC, 18 for ETH, 6 for the dollar tokens. */
  readonly decimals: number;
}
