import type { ReplyOf } from '@karat/contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { RISK, dialogNamed, openConsole, server } from '../../testing/console.tsx';

type Room = ReplyOf<'console/chat_rooms'>[number];

const ROOM: Room = {
  ...{ id: 1, kind: 'language', name: 'English', lang: 'en', match_id: null },
  ...{ open: true, slow_mode_s: 0, position: 0, held: 0, messages_day: 0 },
};

const MARKET: ReplyOf<'console/markets'>[number] = {
  ...{ match_id: 3, symbol: 'SOL/USDT', kind: 'coin', state: 'open', open_orders: 0 },
  ...{ maker_fee: '0.001', taker_fee: '0.001', band: '0.1', min_notional: '5' },
  ...{ now_price: '100', index_price: '100', stale: false, broken: false },
};

test('a room is created for a market or language that has none', async () => {
  server
    .reply('console/chat_rooms', [ROOM])
    .reply('console/chat_messages', { current_page: 1, data: [], last_page: 1, per_page: 10, total: 0 })
    .reply('console/markets', [MARKET])
    .reply('console/chat_room_save', {
      ...{ ...ROOM, id: 2, kind: 'market', name: 'SOL/USDT', lang: null, match_id: 3 },
    });
  const user = openConsole('/chat', { ...RISK, role: 'support' });
  await user.click(await screen.findByRole('tab', { name: 'Rooms' }));
  await user.click(await screen.findByRole('button', { name: 'New room' }));
  const drawer = await dialogNamed('New room');
  await user.click(within(drawer).getByLabelText('Language or market'));
  await screen.findByTitle('Thai');
  await user.click(screen.getByTitle('SOL/USDT'));
  expect(screen.queryByTitle('English')).toBeNull();
  await user.click(within(drawer).getByRole('button', { name: 'Create' }));
  await screen.findByText('Created.');
  expect(server.sent('console/chat_room_save')).toEqual([
    { id: 0, match_id: 3, open: true, slow_mode_s: 0, position: 0 },
  ]);
});
