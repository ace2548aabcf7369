import { refuse } from '@karat/contract';
import type { CurrencyId, NetworkId } from '@karat/contract';
import { checkAddress } from '@karat/platform/chains';
import { keyedHash } from '@karat/platform/crypto';
import type { ResolvedDeps } from './deps.ts';

/** An address in its canonical form, with the network that it is on. */
export interface Checked {
  readonly network: NetworkId;
  readonly address: string;
  readonly hash: Buffer;
}

/** Names of token standards that clients use for the networks beneath them. */
const ALIASES: Readonly<Record<string, NetworkId>> = {
  erc20: 'ethereum',
  eth: 'ethereum',
  trc20: 'tron',
  trx: 'tron',
  btc: 'bitcoin',
};

/** A network by its own name or a standard's. */
export const networkNamed = (name: string): string => ALIASES[name.toLowerCase()] ?? name.toLowerCase();

/**
 * Checks an address against the networks of a currency. Without a network the one whose form the address has is taken.
 * Refuses `network_unknown` (none of this currency's), `address_invalid`.
 */
export function checkedAddress(
  { networks, secret }: ResolvedDeps,
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
    const hash = keyedHash(secret, 'address', each.id, checked.address);
    return { network: each.id, address: checked.address, hash };
  }
  return refuse('address_invalid');
}
