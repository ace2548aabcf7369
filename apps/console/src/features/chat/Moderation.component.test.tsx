import type { ReplyOf } from '@karat/contract';
import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { RISK, dialogNamed, fillIn, openConsole, server } from '../../testing/console.tsx';

type Message = ReplyOf<'console/chat_messages'>['data'][number];

const MESSAGE: Message = {
  ...{
    id: 61,
    room_id: 4,
    room: 'English',
    author_id: 9,
    uid: 100_009,
    nickname: 'Kim',
    vip_level: 0,
    text: 'call me',
  },
  ...{ state: 'held', holds: ['phone'], reports: [], decided_by: null, decided_ms: null },
  ...{ muted_until_ms: null, created_ms: 1 },
};
const REPORT = { reason: 'spam', comment: '', created_ms: 2 } as const;

async function review(...messages: readonly Partial<Message>[]): Promise<UserEvent> {
  const data = messages.map((message) => ({ ...MESSAGE, ...message }));
  server.reply('console/chat_messages', { current_page: 1, data, last_page: 1, per_page: 20, total: 1 });
  return openConsole('/chat', { ...RISK, role: 'support' });
}

async function open(user: UserEvent, { id, text } = MESSAGE): Promise<HTMLElement> {
  await user.click(await screen.findByRole('row', { name: new RegExp(`^English Kim ${text} `, 'u') }));
  return dialogNamed(`Message ${id}`);
}

const DECISIONS = ['Show it', 'Remove it', 'Show it again', 'Keep it, close the reports'];

test('the decisions are those of the state, and reports are closed where there are some', async () => {
  const messages = [
    { ...MESSAGE, id: 62, text: 'held' },
    { ...MESSAGE, id: 63, text: 'shown', state: 'shown' as const },
    { ...MESSAGE, id: 64, text: 'reported', state: 'shown' as const, reports: [REPORT] },
    { ...MESSAGE, id: 65, text: 'removed', state: 'removed' as const, reports: [REPORT] },
  ];
  const user = await review(...messages);
  const offered: string[][] = [];
  for (const message of messages) {
    const drawer = await open(user, message);
    offered.push(DECISIONS.filter((name) => within(drawer).queryByRole('button', { name }) !== null));
    await user.click(within(drawer).getByRole('button', { name: 'Close' }));
  }
  expect(offered).toEqual([
    ['Show it', 'Remove it'],
    ['Remove it'],
    ['Remove it', 'Keep it, close the reports'],
    ['Show it again'],
  ]);
});

test('a decision is sent once', async () => {
  const user = await review({});
  const drawer = await open(user);
  server.reply('console/chat_decide', { ...MESSAGE, state: 'removed' });
  await user.dblClick(within(drawer).getByRole('button', { name: 'Remove it' }));
  await screen.findByText('Decided.');
  expect(server.sent('console/chat_decide')).toEqual([{ id: 61, decision: 'remove' }]);
});

test('an author is muted for a day in the room of the message unless another choice is made', async () => {
  const user = await review({});
  const drawer = await open(user);
  server.reply('console/chat_mute', 'ok');
  await fillIn(user, drawer, 'Reason', 'sells phones');
  await user.click(within(drawer).getByRole('button', { name: 'Mute' }));
  await screen.findByText('Done.');
  expect(server.sent('console/chat_mute')).toEqual([
    { author_id: 9, room_id: 4, minutes: 1_440, reason: 'sells phones' },
  ]);
});
