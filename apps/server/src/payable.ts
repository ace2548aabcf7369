import type { CurrencyId, NetworkId } from '@karat/contract';
import { BTC, ETH, USDC, USDT } from '@karat/domains/ledger';
import type { PayableNetwork } from '@karat/domains/payees';
import { bitcoinNetwork, evmNetwork, tronNetwork } from '@karat/platform/chains';
import type { Chain, Network } from '@karat/platform/chains';

/** Currencies of each chain, until a connected chain reports its own. */
const CURRENCIES: Readonly<Record<NetworkId, readonly CurrencyId[]>> = {
  bitcoin: [BTC],
  ethereum: [ETH, USDT, USDC],
  tron: [USDT],
};
const REAL: readonly Network[] = [bitcoinNetwork('main'), evmNetwork(1), tronNetwork];

/** A token that operators added to a network. */
interface AddedToken {
  readonly network: NetworkId;
  readonly currency: CurrencyId;
}

/**
 * Chains for the validation of payees: connected ones, with real ones as defaults. `added` returns the tokens that
 * operators have added until now.
 */
export const payableNetworks = (
  chains: readonly Chain[] = [],
  added: () => readonly AddedToken[] = () => [],
): PayableNetwork[] =>
  REAL.map((real) => ({
    network: chains.find(({ network }) => network.id === real.id)?.network ?? real,
    get currencies() {
      const own = added().filter(({ network }) => network === real.id);
      return [...CURRENCIES[real.id], ...own.map(({ currency }) => currency)];
    },
  }));
