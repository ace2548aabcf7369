import { marketId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { LANGS } from '@karat/i18n';
import type { ChatDeps } from './deps.ts';
import { messageByClientId } from './message-store.ts';
import { insertRoom } from './room-store.ts';
import { allRooms } from './room-store.ts';
import type { Send } from './send.ts';

/** BTC/USDT and ETH/USDT. */
const MARKETS = [marketId(1), marketId(2)] as const;

/** Adds a room for each language and for the two first markets, once. */
export async function seedRooms({ ctx, symbolOf }: ChatDeps): Promise<void> {
  await ctx.db.transact(async (tx) => {
    if ((await allRooms(tx)).length > 0) return;
    const common = { open: true, slowModeS: 0 };
    for (const [position, lang] of LANGS.entries())
      await insertRoom(tx, { lang, marketId: null, position, ...common });
    for (const [position, market] of MARKETS.entries())
      if (symbolOf(market) !== undefined)
        await insertRoom(tx, { lang: null, marketId: market, position, ...common });
  });
}

/** Demo messages: the room, the author by position among the demo users, and the text. */
const MESSAGES = [
  { room: 'en', author: 0, text: '[Demo] Hi all. Is the simulated market open on weekends too?' },
  { room: 'en', author: 1, text: '[Demo] Yes, coins trade around the clock. Stocks keep their sessions.' },
  { room: 'zh', author: 3, text: '【演示】大家好，这里是演示聊天室，行情为模拟数据。' },
  { room: 'hk', author: 2, text: '【示範】呢度係示範聊天室，價格係模擬嘅。' },
  {
    room: 'BTC/USDT',
    author: 1,
    text: '[Demo] Watching the range high on the 1h chart, waiting for a close above it.',
  },
  {
    room: 'BTC/USDT',
    author: 2,
    text: '[Demo] I only buy a little every month and do not look at the chart at all.',
  },
  {
    room: 'ETH/USDT',
    author: 3,
    text: '[Demo] Took profit on half of my ETH long, stop at entry for the rest.',
  },
] as const;

/** Messages among the demo users, labelled as such, once. */
export async function seedDemoMessages(deps: ChatDeps, send: Send, users: readonly UserId[]): Promise<void> {
  const rooms = await allRooms(deps.ctx.db);
  const symbol = (room: (typeof rooms)[number]) =>
    room.marketId === null ? undefined : deps.symbolOf(room.marketId);
  for (const [at, { room: name, author, text }] of MESSAGES.entries()) {
    const room = rooms.find((each) => each.lang === name || symbol(each) === name);
    const user = users[author];
    const clientId = `demo-message-${at}`;
    if (!room || user === undefined) continue;
    if (await messageByClientId(deps.ctx.db, user, clientId)) continue;
    await send({ user, roomId: room.id, clientId, text });
  }
}
