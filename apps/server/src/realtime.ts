import { ACCOUNT_NAMES, ACCOUNT_TYPES } from '@karat/contract';
import type { BalanceChange, UserId } from '@karat/contract';
import { contractsChannels } from '@karat/domains/contracts';
import { balancesChanged, userAccount } from '@karat/domains/ledger';
import type { BalanceChanged } from '@karat/domains/ledger';
import { chatRelayedTopics } from '@karat/domains/chat';
import { credentialsRelayedTopics } from '@karat/domains/credentials';
import { identityRelayedTopics } from '@karat/domains/identity';
import { messagesRelayedTopics } from '@karat/domains/messages';
import { supportRelayedTopics } from '@karat/domains/support';
import type { Context } from '@karat/platform/context';
import { registerMarketChannels } from '@karat/domains/market';
import { spotChannels } from '@karat/domains/spot';
import { format } from '@karat/money';
import { createChannels, createPrivateChannels } from '@karat/platform/ws';
import type { Channels, PrivateChannels } from '@karat/platform/ws';
import { createRelay } from '@karat/platform/outbox';
import type { Consumer } from '@karat/platform/outbox';
import type { Container } from './container.ts';

/** Events for the sockets. */
export interface Realtime {
  readonly channels: Channels;
  readonly own: PrivateChannels;
}

/** Publishes domain events on their channels. */
export async function openRealtime(container: Container): Promise<Realtime> {
  const channels = createChannels({ clock: container.ctx.clock });
  const own = createPrivateChannels(container.ctx.clock);
  registerMarketChannels(channels, container.market);
  spotChannels(container.spot, channels, own);
  contractsChannels(container.contracts, own);
  container.messages.connect(own);
  container.options.channel(own);
  container.support.connect(own);
  await container.chat.connect(channels, own).load();
  container.games.channel(channels);
  container.nft.channel(channels);
  container.ctx.bus.subscribe(balancesChanged, (changes) => pushBalances(own, changes));
  own.setSnapshot('balances', (user) => balancesOf(container, user));
  return { channels, own };
}

/** Interval between two looks for events of other processes, ms. */
const RELAY_MS = 250;

/** Events of all domains that other processes may have committed. */
export const RELAYED_TOPICS = [
  ...messagesRelayedTopics,
  ...supportRelayedTopics,
  ...chatRelayedTopics,
  ...identityRelayedTopics,
  ...credentialsRelayedTopics,
];

/** Brings to the sockets and caches of this process what other processes have committed. */
export async function openRelay(ctx: Context): Promise<Consumer> {
  const relay = await createRelay(ctx, RELAYED_TOPICS, { pollMs: RELAY_MS });
  relay.start();
  return relay;
}

const balanceOf = ({ type, currency, available, held }: BalanceChanged): BalanceChange => ({
  type: ACCOUNT_TYPES[type],
  currency,
  available: format(available),
  held: format(held),
});

/** All balances of a user. */
async function balancesOf({ ctx, ledger }: Container, user: UserId): Promise<BalanceChange[]> {
  const types = new Map(ACCOUNT_NAMES.map((type) => [userAccount(user, type), type]));
  const balances = await ledger.balances(ctx.db, [...types.keys()]);
  return balances.flatMap((balance) => {
    const type = types.get(balance.account);
    return type === undefined ? [] : [balanceOf({ ...balance, userId: user, type })];
  });
}

/** Publishes each user's changed balances as one message. */
export function pushBalances(own: PrivateChannels, changes: readonly BalanceChanged[]): void {
  const users = new Map<UserId, BalanceChange[]>();
  for (const change of changes) {
    if (!own.hasReaders(change.userId, 'balances')) continue;
    const theirs = users.get(change.userId);
    if (theirs) theirs.push(balanceOf(change));
    else users.set(change.userId, [balanceOf(change)]);
  }
  for (const [user, theirs] of users) own.publishTo(user, 'balances', theirs);
}
