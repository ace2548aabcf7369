import { refuse } from '@karat/contract';
import type { CurrencyId, NetworkId } from '@karat/contract';
import { checkAddress } from '@karat/platform/chains';
import type { ResolvedDeps } from './deps.ts';
import type { PayeeHashes } from './hashing.ts';

/** An address in its canonical form, with its network. */
export interface Checked {
  readonly network: NetworkId;
  readonly address: string;
  readonly hashes: PayeeHashes;
}

/** Token standards that clients use as names of networks. */
const ALIASES: Readonly<Record<string, NetworkId>> = {
  erc20: 'ethereum',
  eth: 'ethereum',
  trc20: 'tron',
  trx: 'tron',
  btc: 'bitcoin',
};

/** Returns a network by its own name or a standard's. */
export const networkNamed = (name: string): string => ALIASES[name.toLowerCase()] ?? name.toLowerCase();

/**
 * Validates an address for the networks of a currency. Without a network, the form of the address decides. Refuses
 * `network_unknown` (not of this currency), `address_invalid`.
 */
export function checkedAddress(
  { networks, hashing }: ResolvedDeps,
  currency: CurrencyId,
  network: string | undefined,
  text: string,
): Checked {
  const wanted = network === undefined ? undefined : networkNamed(network);
  const fitting = networks
    .filter(({ currencies }) => currencies.includes(currency))
    .map((each) => each.network)
    .filter(({ id }) => wanted === undefined || id === wanted);
  if (fitting.length === 0) refuse('network_unknown');
  for (const each of fitting) {
    const checked = checkAddress(each, text);
    if (!checked.ok) continue;
    const hashes = hashing.ofAddress(each.id, checked.address);
    return { network: each.id, address: checked.address, hashes };
  }
  return refuse('address_invalid');
}
