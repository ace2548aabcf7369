import type { ReplyOf } from '@karat/contract';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { RISK, dialogNamed, fillIn, openConsole, server } from '../../testing/console.tsx';

type Row = ReplyOf<'console/support_inbox'>['data'][number];
type Thread = ReplyOf<'console/support_messages'>;
type Message = Thread['data'][number];

const SUPPORT: typeof RISK = { ...RISK, login: 'sara', role: 'support' };
const AT = Date.parse('2026-11-20T08:00:00Z');
/** Every number differs from the others. */
const ROW: Row = {
  ...{ id: 41, kind: 'chat', state: 'active', subject: 'Fees', operator: 'Sara', queue_position: null },
  ...{ last_seq: 9, read_seq: 5, operator_read_seq: 9, unread: 3, rating: null },
  ...{ created_at: '2026-11-20 08:00:00', created_ms: AT, last_ms: AT, closed_ms: null },
  ...{ uid: 100234, name: 'ann', visitor: false, lang: 'fra', assignee: 'sara', unanswered: 2 },
  ...{ waiting_since_ms: null, last_text: 'And now?', rating_comment: '', merged_into: null },
};
const message = (seq: number, more: Partial<Message>): Message => ({
  ...{ id: 100 + seq, conversation_id: 41, seq, author: 'customer', client_id: null, text: '', event: null },
  ...{ file: null, reference: null, created_at: '2026-11-20 08:00:00', created_ms: AT },
  ...more,
});
const THREAD: Thread = {
  conversation: ROW,
  data: [
    message(4, { text: 'Hello' }),
    message(5, { author: 'operator', text: 'Seen' }),
    message(6, { author: 'operator', text: 'Not seen' }),
    message(7, { author: 'system', event: 'joined' }),
  ],
  typing: false,
  notes: [{ id: 1, author: 'kim', text: 'Known customer', created_ms: AT }],
};
const NOTHING = { current_page: 1, data: [], last_page: 1, per_page: 20, total: 0 };

function openInbox(...rows: Row[]): UserEvent {
  server
    .otherwise('empty')
    .reply('console/support_canned', NOTHING)
    .reply('console/support_inbox', {
      ...{ current_page: 1, data: rows, last_page: 2, per_page: 20, total: 30 },
      counts: { waiting: 7, active: 8, mine: 9 },
    });
  return openConsole('/support', SUPPORT);
}

async function openThread(thread: Thread = THREAD): Promise<[UserEvent, HTMLElement]> {
  server.reply('console/support_messages', thread);
  const user = openInbox(thread.conversation);
  const [row] = await screen.findAllByText('And now?');
  await user.click(within(row?.closest('tr') ?? document.body).getByRole('button', { name: 'Open' }));
  const drawer = await dialogNamed('Conversation 41');
  await within(drawer).findByText('Hello');
  return [user, drawer];
}
const logOf = (drawer: HTMLElement) => within(drawer).getByRole('log', { name: 'Messages' });

test('the own answers are marked as read up to where the customer has read', async () => {
  const [, drawer] = await openThread();
  const lines = [...logOf(drawer).children].map(({ textContent }) => textContent);
  expect(lines).toEqual([
    'Hello2026-11-20 08:00:00',
    'Seen2026-11-20 08:00:00 · read',
    'Not seen2026-11-20 08:00:00 · sent',
    'An operator has taken the conversation · 2026-11-20 08:00:00',
  ]);
  // Nothing is new to operators, and nobody has looked at the account.
  expect(server.sent('console/support_read')).toEqual([]);
  expect(server.sent('console/support_customer')).toEqual([]);
});

test('what is shown is marked as read once, up to the newest message', async () => {
  await openThread({ ...THREAD, conversation: { ...ROW, operator_read_seq: 7 } });
  await waitFor(() => expect(server.sent('console/support_read')).toContainEqual({ id: 41, seq: 9 }));
});

test('an answer is sent trimmed, once, and leaves the field', async () => {
  const [user, drawer] = await openThread();
  server.reply('console/support_answer', { conversation: ROW, message: message(10, {}) });
  await fillIn(user, drawer, 'Answer', '  In the fee table. ');
  const held = server.hold('console/support_answer');
  const send = within(drawer).getByRole('button', { name: 'Send answer' });
  await user.dblClick(send);
  held.release();
  await waitFor(() => expect(within(drawer).getByLabelText('Answer')).toHaveProperty('value', ''));
  const sent = server.sent('console/support_answer');
  expect(new Set(sent.map(({ client_id: id }) => id)).size).toBe(1);
  expect(sent[0]).toMatchObject({ id: 41, text: 'In the fee table.' });
  expect(sent[0]).not.toHaveProperty('confirmed');
});

test('what is written while an answer is under way stays in the field', async () => {
  const [user, drawer] = await openThread();
  server.reply('console/support_answer', { conversation: ROW, message: message(10, {}) });
  await fillIn(user, drawer, 'Answer', 'First.');
  const held = server.hold('console/support_answer');
  await user.click(within(drawer).getByRole('button', { name: 'Send answer' }));
  await fillIn(user, drawer, 'Answer', ' And second.');
  const read = server.sent('console/support_messages').length;
  held.release();
  await waitFor(() => expect(server.sent('console/support_messages').length).toBeGreaterThan(read));
  expect(within(drawer).getByLabelText('Answer')).toHaveProperty('value', 'First. And second.');
});

test('a sensitive text is sent only after it was confirmed, under the same id; a lost answer keeps the text', async () => {
  const [user, drawer] = await openThread();
  server.refuse('console/support_answer', 'support_sensitive', 'Asks for a code.');
  await fillIn(user, drawer, 'Answer', 'Send me the code');
  await user.click(within(drawer).getByRole('button', { name: 'Send answer' }));
  const asked = await screen.findByRole('button', { name: 'Send it anyway' });
  expect(asked).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('checkbox', { name: 'I have checked it, and it is needed' }));
  server.loseAnswer('console/support_answer');
  await user.click(asked);
  await within(drawer).findByText(/The server cannot be reached/);
  expect(within(drawer).getByLabelText('Answer')).toHaveProperty('value', 'Send me the code');
  const [first, second] = server.sent('console/support_answer');
  expect(second).toEqual({ ...first, confirmed: true });
});

test('a conversation is closed at the message that was seen, and handed to a colleague by login', async () => {
  const [user, drawer] = await openThread();
  expect(within(drawer).queryByRole('button', { name: 'Take' })).toBeNull();
  server
    .refuse('console/support_close', 'support_newer', 'The customer has written.')
    .reply('console/support_operators', [{ login: 'kim', name: 'Kim', open: 4 }])
    .reply('console/support_assign', ROW);
  const close = within(drawer).getAllByRole('button', { name: 'Close' }).at(-1);
  await user.click(close ?? document.body);
  await within(drawer).findByText(/The customer has written/);
  expect(server.sent('console/support_close')).toEqual([{ id: 41, last_seq: 9 }]);
  await user.click(within(drawer).getByRole('button', { name: 'Assign' }));
  const dialog = await dialogNamed('Assign conversation 41');
  await user.click(within(dialog).getByLabelText('Operator'));
  await user.click(await screen.findByText('Kim (4 open)'));
  await user.click(within(dialog).getByRole('button', { name: 'Assign' }));
  await waitFor(() => expect(server.sent('console/support_assign')).toEqual([{ id: 41, login: 'kim' }]));
});

test('a waiting conversation can be taken; a closed one says how it was rated, and takes no answer', async () => {
  const [user, drawer] = await openThread({
    ...THREAD,
    conversation: { ...ROW, assignee: null, state: 'waiting' },
  });
  server.reply('console/support_take', ROW).reply('console/support_messages', {
    ...THREAD,
    conversation: { ...ROW, state: 'closed', rating: 4, rating_comment: 'Quick' },
  });
  await user.click(within(drawer).getByRole('button', { name: 'Take' }));
  await within(drawer).findByText('Closed, rated 4 of 5');
  within(drawer).getByText('Quick');
  expect(server.sent('console/support_take')).toEqual([{ id: 41 }]);
  expect(within(drawer).queryByLabelText('Answer')).toBeNull();
  expect(within(drawer).queryByRole('button', { name: 'Merge' })).toBeNull();
});

test('the account is read on request alone, and a note belongs to its conversation', async () => {
  const [user, drawer] = await openThread();
  await user.click(within(drawer).getByRole('button', { name: 'Show customer' }));
  await waitFor(() => expect(server.sent('console/support_customer')).toEqual([{ id: '41' }]));
  await user.click(within(drawer).getByRole('tab', { name: 'Notes (1)' }));
  await within(drawer).findByText('Known customer');
  await fillIn(user, drawer, 'Internal note', 'Call back');
  await user.click(within(drawer).getByRole('button', { name: 'Add note' }));
  await waitFor(() => expect(server.sent('console/support_note')).toEqual([{ id: 41, text: 'Call back' }]));
});

test('the inbox filters by state, assignment and words, each from the first page on', async () => {
  const user = openInbox(ROW, { ...ROW, id: 42, uid: null, name: 'b***b', visitor: true, last_text: 'Hi' });
  await screen.findByText('b***b (visitor)');
  expect(server.sent('console/support_inbox')).toContainEqual({ state: 'open', page: '1', limit: '20' });
  await user.click(screen.getByTitle('2'));
  await user.click(screen.getByText('Unassigned'));
  await waitFor(() =>
    expect(server.sent('console/support_inbox').at(-1)).toEqual({
      ...{ state: 'open', assigned: 'nobody', page: '1', limit: '20' },
    }),
  );
  await fillIn(user, document.body, 'Search in subject and last message', ' fee ');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(server.sent('console/support_inbox').at(-1)).toMatchObject({ keyword: 'fee' }));
});
