import type { NoticeKind } from '@karat/contract';
import { FakeSocket } from '@karat/fake-server';
import { act, render, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { useLiveBalances } from '../features/assets/live-balances.ts';
import { useLiveRounds } from '../features/games/use-rounds.ts';
import { useLiveBids, useLiveOrders, useSaleReads } from '../features/nft/use-live-sale.ts';
import { usePositionsChannel } from '../features/trade/contracts/use-positions.ts';
import { useOptionsChannel } from '../features/trade/options/use-own-options.ts';
import { useOwnOrdersChannel } from '../features/trade/orders/use-own-orders.ts';
import type { AnyPath } from '../lib/calls.ts';
import { openSession } from '../lib/session.ts';
import { socket } from '../lib/socket.ts';
import { MONEY_READS, advance, keepReads, push, server } from '../testing/app.tsx';
import { SPOT_ORDER, USER } from '../testing/fixtures.ts';
import { ROUND } from '../testing/games-fixtures.ts';
import { END_MS } from '../testing/nft-fixtures.ts';
import { startMessageToasts } from './message-toasts.ts';

interface Listener {
  readonly use: () => unknown;
  readonly channel: string;
  readonly frame: unknown;
  /** What the frame makes outdated. */
  readonly reads: readonly AnyPath[];
  /** The same of a new connection, which has missed frames. */
  readonly missed?: readonly AnyPath[];
}

const BALANCE = [{ type: 2, currency: 3, available: '489.99', held: '0' }];
const CODE = 'W0000000END1';
const SALE = { id: 96, code: CODE, now_price: '450', bids: 6, bidders: 3, extensions: 0, end_ms: END_MS };
const ROUNDS = [ROUND];
const CODES = [CODE];

const POSITIONS = ['lever/deal', 'lever/my_trade'] as const;
const OPTIONS = ['microtrade/lists', 'microtrade/record', ...MONEY_READS] as const;
const SALES = ['bind_box/getBoxDetail', 'bind_box/getBindBoxQuotationLog', 'bind_box/getProvenance'] as const;
const BIDS = ['bind_box/getMyBindBoxQuotationLog'] as const;
const PURCHASES = ['bind_box/getNeedPayNFTOrder', 'bind_box/orders'] as const;
const STAKES = [
  'game/index',
  'game/round',
  'game/entries',
  'game/record',
  'game/config',
  'game/stakes',
  ...MONEY_READS,
] as const;

/** Everything that reads again what a channel reports. */
const LISTENERS: Readonly<Record<string, Listener>> = {
  'balances of the assets': {
    use: useLiveBalances,
    channel: 'balances',
    frame: BALANCE,
    reads: ['wallet/list', 'wallet/held', 'portfolio/assets'],
  },
  'own spot orders': {
    use: useOwnOrdersChannel,
    channel: 'orders',
    frame: SPOT_ORDER,
    reads: ['coin/list', 'coin/fills'],
    missed: ['coin/list', 'coin/fills', 'wallet/list'],
  },
  'own positions': {
    use: usePositionsChannel,
    channel: 'positions',
    frame: {},
    reads: POSITIONS,
    missed: POSITIONS,
  },
  'the balance behind positions': {
    use: usePositionsChannel,
    channel: 'balances',
    frame: BALANCE,
    reads: POSITIONS,
  },
  'own options': {
    use: useOptionsChannel,
    channel: 'options',
    frame: { id: 1, status: 3, open_price: '5' },
    reads: OPTIONS,
    missed: OPTIONS,
  },
  'a sale': {
    use: () => useSaleReads(CODE),
    channel: 'nft',
    frame: [{ ...SALE, state: 'open' }],
    reads: SALES,
    missed: SALES,
  },
  'own bids': {
    use: () => useLiveBids(CODES),
    channel: 'nft',
    frame: [{ ...SALE, bids: 7, state: 'open' }],
    reads: BIDS,
    missed: BIDS,
  },
  'own purchases': {
    use: useLiveOrders,
    channel: 'nft',
    frame: [{ ...SALE, state: 'sold' }],
    reads: PURCHASES,
    missed: PURCHASES,
  },
  'a settled round': {
    use: () => useLiveRounds(ROUNDS),
    channel: 'games',
    frame: [{ id: ROUND.id, pool: '10', entries: 3, options: [], settled: true }],
    reads: STAKES,
  },
};

/** Longer than changes are gathered, and than a lost connection waits for its next attempt. */
const SETTLED_MS = 5_000;

afterEach(() => vi.useRealTimers());

/** Listens until everything that the new connection itself reads is read. */
async function listen({ use: useIt, channel }: Listener): Promise<FakeSocket | undefined> {
  function Listening() {
    useIt();
    return null;
  }
  vi.useFakeTimers();
  openSession('token-of-test');
  socket.login('token-of-test');
  socket.connect();
  render(<Listening />);
  await advance(SETTLED_MS);
  const connected = FakeSocket.connected.at(-1);
  expect([...(connected?.channels ?? [])]).toContain(channel);
  return connected;
}

describe('a pushed frame makes outdated', () => {
  test.each(Object.entries(LISTENERS))('%s', async (_, listener) => {
    const connected = await listen(listener);
    const current = keepReads(...listener.reads);
    act(() => connected?.push(listener.channel, listener.frame));
    await advance(SETTLED_MS);
    expect(current()).toEqual([]);
  });
});

describe('a new connection makes outdated', () => {
  const missing = Object.entries(LISTENERS).filter(([, { missed }]) => missed !== undefined);
  test.each(missing)('%s', async (_, listener) => {
    const lost = await listen(listener);
    act(() => lost?.close());
    const current = keepReads(...(listener.missed ?? []));
    await advance(SETTLED_MS);
    expect(FakeSocket.connected.at(-1)).not.toBe(lost);
    expect(current()).toEqual([]);
  });
});

describe('a notification makes outdated', () => {
  const MESSAGES = ['usermessage', 'mailMessage/getList'] as const;
  startMessageToasts();
  test.each<[NoticeKind, readonly AnyPath[]]>([
    ['withdrawals:confirmed', MESSAGES],
    ['support:answered', [...MESSAGES, 'support/status', 'support/conversations']],
    ['gifts:claimed', [...MESSAGES, 'gift/list']],
    ['growth:vip_up', [...MESSAGES, 'vip/status', 'coupon/list', 'real/state', 'user/info']],
    ['verification:approved', [...MESSAGES, 'real/state', 'user/info']],
  ])('of the kind %s', async (kind, reads) => {
    server.reply('user/info', USER);
    openSession('token-of-test');
    socket.login('token-of-test');
    socket.connect();
    const current = keepReads(...reads);
    await push('messages', { unread: 1, notices: [{ kind }] });
    await waitFor(() => expect(current()).toEqual([]));
    // The own account, whose level the rest of the app reads, follows too.
    const isAboutAccount = reads.includes('user/info');
    await waitFor(() => expect(server.sent('user/info').length > 0).toBe(isAboutAccount));
  });
});
