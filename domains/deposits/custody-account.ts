import { houseAccount } from '@karat/domains/ledger';
import type { AccountId } from '@karat/domains/ledger';
import type { NetworkId } from '@karat/contract';

/** Each network's part of the world outside; part 0 stays for what never was on a chain. */
const SHARDS: Readonly<Record<NetworkId, number>> = { bitcoin: 1, ethereum: 2, tron: 3 };

/**
 * The world outside as one network holds it. A deposit from the network books from here to the user, a payout over the network
 * (and what the network took for it) back to here; so the negated balance is what must lie on the chain.
 */
export const custodyAccount = (network: NetworkId): AccountId => houseAccount('external', SHARDS[network]);
