import type { NetworkId } from '@karat/contract';
import type { Environment } from './settings.ts';

/** Nodes, contracts and public account keys. Only the signer has private keys. */
export interface ChainSettings {
  readonly bitcoin: { readonly url: string | undefined; readonly variant: 'main' | 'test' | 'regtest' };
  readonly ethereum: {
    readonly url: string | undefined;
    readonly chainId: number;
    readonly tokens: Readonly<Record<'USDT' | 'USDC', string | undefined>>;
    readonly decimals: number;
  };
  readonly tron: {
    readonly url: string | undefined;
    readonly key: string | undefined;
    readonly usdt: string;
  };
  readonly accountKeys: Readonly<Record<NetworkId, AccountKeys>>;
}
/** Extended public keys: the deposit account, and the house account. */
export interface AccountKeys {
  readonly deposits: string | undefined;
  readonly house: string | undefined;
}

/** The dollar tokens on the real chains, from their issuers' pages. */
const REAL_TOKENS = {
  USDT: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  USDC: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
} as const;
const REAL_TRON_USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const PRIVATE_CHAIN_ID = 31_337;

/** Chain settings from the environment; a demonstration uses private chains unless others are named. */
export function chainSettings(env: Environment, demo: boolean): ChainSettings {
  const chainId = env.KARAT_ETHEREUM_CHAIN_ID ?? (demo ? PRIVATE_CHAIN_ID : 1);
  const real: Readonly<Record<'USDT' | 'USDC', string | undefined>> =
    chainId === 1 ? REAL_TOKENS : { USDT: undefined, USDC: undefined };
  return {
    bitcoin: { url: env.KARAT_BITCOIN_URL, variant: env.KARAT_BITCOIN_CHAIN ?? (demo ? 'regtest' : 'main') },
    ethereum: {
      url: env.KARAT_ETHEREUM_URL,
      chainId,
      decimals: env.KARAT_TOKEN_DECIMALS,
      tokens: { USDT: env.KARAT_USDT_CONTRACT ?? real.USDT, USDC: env.KARAT_USDC_CONTRACT ?? real.USDC },
    },
    tron: {
      url: env.KARAT_TRON_URL,
      key: env.KARAT_TRON_KEY,
      usdt: env.KARAT_TRON_USDT_CONTRACT ?? REAL_TRON_USDT,
    },
    accountKeys: {
      bitcoin: { deposits: env.KARAT_XPUB_BITCOIN, house: env.KARAT_XPUB_BITCOIN_HOUSE },
      ethereum: { deposits: env.KARAT_XPUB_ETHEREUM, house: env.KARAT_XPUB_ETHEREUM_HOUSE },
      tron: { deposits: env.KARAT_XPUB_TRON, house: env.KARAT_XPUB_TRON_HOUSE },
    },
  };
}
