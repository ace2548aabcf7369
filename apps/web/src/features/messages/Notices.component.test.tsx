import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { RowOf } from '../../lib/calls.ts';
import { keepReads, openApp, server, tap } from '../../testing/app.tsx';
import { emptyPage } from '../../testing/fixtures.ts';

type Notice = RowOf<'mailMessage/getList'>;

const SENT: Notice = {
  ...{ id: 51, kind: 'wallet:sent', group: 'money', title: 'Sent', content: '12.5 USDT left', is_read: 0 },
  ...{ created_at: '2026-11-20 02:00:00', created_ms: Date.parse('2026-11-20T02:00:00Z') },
};
const LOCKED: Notice = {
  ...SENT,
  id: 52,
  kind: 'outflow:protected',
  group: 'security',
  title: 'Locked',
  is_read: 1,
};

const OUTDATED = ['usermessage', 'mailMessage/getList'] as const;

async function openNotices(...notices: readonly Notice[]): Promise<UserEvent> {
  server
    .reply('usermessage', { unread: 1, latest: [] })
    .reply('mailMessage/getList', { ...emptyPage(), data: [...notices], total: notices.length })
    .reply('mailMessage/read', { unread: 0 })
    .reply('mailMessage/delete', { unread: 0 });
  const user = await openApp('/pages/mailMessage/mailMessageList');
  await screen.findByRole('button', { name: /^Unread ?Sent/u });
  return user;
}

test('a tap shows a message in full and marks it as read, one that was read not again', async () => {
  const user = await openNotices(SENT, LOCKED);
  const current = keepReads(...OUTDATED);
  await tap(user, /^Unread ?Sent/u);
  expect(
    within(await screen.findByRole('dialog', { name: 'Sent' })).getByText('12.5 USDT left'),
  ).toBeTruthy();
  await waitFor(() => expect(current()).toEqual([]));
  await tap(user, /^Locked/u);
  await screen.findByRole('dialog', { name: 'Locked' });
  expect(server.sent('mailMessage/read')).toEqual([{ id: '51' }]);
});

test('all are marked as read at once', async () => {
  const user = await openNotices(SENT);
  const current = keepReads(...OUTDATED);
  await tap(user, 'Mark all as read');
  await waitFor(() => expect(current()).toEqual([]));
  expect(server.sent('mailMessage/read')).toEqual([{ id: '0' }]);
});

test('all that are read are deleted after a question, one alone from its sheet', async () => {
  const user = await openNotices(SENT, LOCKED);
  const all = keepReads(...OUTDATED);
  await tap(user, 'Delete read messages');
  const question = await screen.findByRole('dialog', { name: 'Delete all read messages?' });
  expect(server.sent('mailMessage/delete')).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(all()).toEqual([]));
  const one = keepReads(...OUTDATED);
  await tap(user, /^Locked/u);
  const sheet = await screen.findByRole('dialog', { name: 'Locked' });
  await user.click(within(sheet).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(one()).toEqual([]));
  expect(server.sent('mailMessage/delete')).toEqual([{ id: '0' }, { id: '52' }]);
});

test('a group is asked of the server, and without read messages there is nothing to delete', async () => {
  const user = await openNotices(SENT);
  expect(screen.queryByRole('button', { name: 'Delete read messages' })).toBeNull();
  await user.click(screen.getByRole('tab', { name: 'Money' }));
  await waitFor(() => expect(server.sent('mailMessage/getList').at(-1)).toMatchObject({ group: 'money' }));
});
