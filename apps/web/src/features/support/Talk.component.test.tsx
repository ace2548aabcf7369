import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { ReplyOf } from '../../lib/calls.ts';
import { fillIn, openApp, push, server, tap } from '../../testing/app.tsx';
import type { Conversation, Message } from './log.ts';

const CONVERSATION: Conversation = {
  id: 7,
  kind: 'chat',
  state: 'active',
  subject: '',
  operator: 'Ada',
  queue_position: null,
  last_seq: 1,
  read_seq: 1,
  operator_read_seq: 0,
  unread: 0,
  rating: null,
  created_at: '2027-01-02 03:04:05',
  created_ms: 1,
  last_ms: 1,
  closed_ms: null,
};

const message = (seq: number, values: Partial<Message> = {}): Message => ({
  id: 100 + seq,
  conversation_id: 7,
  seq,
  author: 'operator',
  client_id: null,
  text: `answer ${seq}`,
  event: null,
  file: null,
  reference: null,
  created_at: '2027-01-02 03:04:05',
  created_ms: 1,
  ...values,
});

const FIRST = message(1, { author: 'customer', client_id: 'first-question', text: 'Where is my deposit?' });

/** Opens the conversation with its first message. */
async function openTalk(
  conversation: Conversation = CONVERSATION,
  data: Message[] = [FIRST],
): Promise<UserEvent> {
  server
    .reply('support/messages', ({ fields }) => ({
      conversation,
      data: data.filter(({ seq }) => seq > Number(fields['after'] ?? 0)),
      typing: false,
    }))
    .reply('support/read', { unread: 0 })
    .reply('support/typing', 'ok');
  const user = await openApp('/pages/kf/kf?id=7');
  await screen.findByText('Where is my deposit?');
  return user;
}

const items = (): readonly string[] =>
  screen.getAllByRole('listitem').map(({ textContent }) => textContent ?? '');

/** Stores what was sent, as the server does. */
const answerSend = (seq: number): void => {
  server.reply('support/send', ({ fields }): ReplyOf<'support/send'> => ({
    conversation: { ...CONVERSATION, last_seq: seq },
    message: message(seq, {
      author: 'customer',
      client_id: String(fields['client_id']),
      text: String(fields['text']),
    }),
  }));
};

test('a message is shown at once and stays one when answer and channel both bring it', async () => {
  const user = await openTalk();
  answerSend(2);
  const held = server.hold('support/send');
  await fillIn(user, 'Write a message', 'It is BTC');
  await tap(user, 'Send');
  expect(await screen.findByText('It is BTC')).toBeTruthy();
  expect(screen.getByLabelText('Sending')).toBeTruthy();
  const clientId = String(server.sent('support/send')[0]?.['client_id']);
  await push('chat', {
    type: 'message',
    message: message(2, { author: 'customer', client_id: clientId, text: 'It is BTC' }),
  });
  held.release();
  await waitFor(() => expect(screen.queryByLabelText('Sending')).toBeNull());
  expect(screen.getAllByText('It is BTC')).toHaveLength(1);
  expect(screen.getByLabelText('Write a message')).toHaveProperty('value', '');
});

test('a message whose answer was lost is sent again with the same client id', async () => {
  const user = await openTalk();
  server.loseAnswer('support/send');
  await fillIn(user, 'Write a message', 'It is BTC');
  await tap(user, 'Send');
  expect(await screen.findByText('Not sent')).toBeTruthy();
  answerSend(2);
  await tap(user, 'Try again');
  await waitFor(() => expect(screen.queryByText('Not sent')).toBeNull());
  const [first, second] = server.sent('support/send');
  expect(second?.['client_id']).toBe(first?.['client_id']);
  expect(screen.getAllByText('It is BTC')).toHaveLength(1);
});

test('a refused message can be deleted, and the next one is sent', async () => {
  const user = await openTalk();
  server.refuse('support/send', 'support_ended', 'This conversation is closed.');
  await fillIn(user, 'Write a message', 'Hello?');
  await tap(user, 'Send');
  expect(await screen.findByText(/This conversation is closed\./)).toBeTruthy();
  await tap(user, 'Delete');
  expect(screen.queryByText('Hello?')).toBeNull();
});

test('an answer of the channel is shown, announced and marked as read; a gap is listed', async () => {
  const data = [FIRST];
  await openTalk(CONVERSATION, data);
  data.push(message(2), message(3));
  await push('chat', { type: 'message', message: message(3) });
  expect(await screen.findByText('answer 2')).toBeTruthy();
  expect(items().filter((text) => text.includes('answer'))).toHaveLength(2);
  expect(items().findIndex((text) => text.includes('answer 2'))).toBeLessThan(
    items().findIndex((text) => text.includes('answer 3')),
  );
  await waitFor(() => expect(server.sent('support/read').at(-1)).toEqual({ id: '7', seq: '3' }));
});

test('frames of another conversation change nothing', async () => {
  await openTalk();
  await push('chat', { type: 'message', message: message(2, { conversation_id: 8, text: 'not here' }) });
  await push('chat', { type: 'typing', conversation_id: 7 });
  expect(await screen.findByText('Ada is typing')).toBeTruthy();
  expect(screen.queryByText('not here')).toBeNull();
});

test('a closed conversation is rated in place of writing', async () => {
  const user = await openTalk({ ...CONVERSATION, state: 'closed', closed_ms: 2 });
  server.reply('support/rate', { ...CONVERSATION, state: 'closed', closed_ms: 2, rating: 4 });
  expect(screen.queryByLabelText('Write a message')).toBeNull();
  await user.click(within(screen.getByRole('group', { name: 'How did we do?' })).getByLabelText('4 stars'));
  await tap(user, 'Send rating');
  expect(await screen.findByText(/Thank you for your rating/)).toBeTruthy();
  expect(server.sent('support/rate')).toEqual([{ id: '7', stars: '4' }]);
});

test('a conversation of someone else is reported as missing', async () => {
  server.refuse('support/messages', 'support_unknown', 'This conversation does not exist.');
  await openApp('/pages/kf/kf?id=9');
  expect(await screen.findByText('This conversation does not exist.')).toBeTruthy();
});

test('a waiting customer sees the place in the queue', async () => {
  await openTalk({ ...CONVERSATION, state: 'waiting', operator: null, queue_position: 3 });
  expect(screen.getByText('You are number 3 in the queue')).toBeTruthy();
});
