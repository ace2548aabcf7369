import type { CurrencyId, NetworkId } from '@karat/contract';
import { BTC, ETH, USDC, USDT } from '@karat/domains/ledger';
import type { PayableNetwork } from '@karat/domains/payees';
import { bitcoinNetwork, evmNetwork, tronNetwork } from '@karat/platform/chains';
import type { Chain, Network } from '@karat/platform/chains';

/** Which currencies leave over which chain, before a chain that is connected says so itself. */
const CURRENCIES: Readonly<Record<NetworkId, readonly CurrencyId[]>> = {
  bitcoin: [BTC],
  ethereum: [ETH, USDT, USDC],
  tron: [USDT],
};
const REAL: readonly Network[] = [bitcoinNetwork('main'), evmNetwork(1), tronNetwork];

/** Chains as payees are checked against them: those that are connected, the real ones in place of the others. */
export const payableNetworks = (chains: readonly Chain[] = []): PayableNetwork[] =>
  REAL.map((real) => ({
    network: chains.find(({ network }) => network.id === real.id)?.network ?? real,
    currencies: CURRENCIES[real.id],
  }));
