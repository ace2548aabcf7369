import { houseAccount } from '@karat/domains/ledger';
import type { AccountId } from '@karat/domains/ledger';
import type { NetworkId } from '@karat/contract';

/** Part of the external account for each network; part 0 is for money that was never on a chain. */
const SHARDS: Readonly<Record<NetworkId, number>> = { bitcoin: 1, ethereum: 2, tron: 3 };

/**
 * The external account of one network. A deposit posts from it to the user, a payout and its network fee back to it;
 * its negated balance must equal what lies on the chain.
 */
export const custodyAccount = (network: NetworkId): AccountId => houseAccount('external', SHARDS[network]);
