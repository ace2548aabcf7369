import type { ReplyOf } from '@karat/contract';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { RISK, dialogNamed, openConsole, server } from '../../testing/console.tsx';

type Approval = ReplyOf<'console/approvals'>['data'][number];

const APPROVAL: Approval = {
  id: 12,
  kind: 'market',
  title: 'Change a market',
  subject: 'BTC/USDT',
  changes: [
    { label: 'Maker fee', before: '0.0008', after: '0.0009' },
    { label: 'Taker fee', before: '0.0015', after: '0.0015' },
  ],
  uid: null,
  article_version: null,
  person: null,
  digest: 'd'.repeat(64),
  reason: 'New price list',
  asked_by: 'Frank',
  own: false,
  decided_by: null,
  state: 'asked',
  created_ms: 1,
  decided_ms: null,
};

async function openApproval(approval: Partial<Approval> = {}, operator = RISK): Promise<UserEvent> {
  server.reply('console/approvals', {
    current_page: 1,
    data: [{ ...APPROVAL, ...approval }],
    last_page: 1,
    per_page: 20,
    total: 1,
  });
  const user = openConsole('/approvals', operator);
  await user.click(await screen.findByText('Change a market'));
  return user;
}

const drawer = (): Promise<HTMLElement> => dialogNamed('Request 12: Change a market');

test('approves the digest that is shown, signed with password and code', async () => {
  const user = await openApproval();
  server.reply('console/approve', { ...APPROVAL, state: 'approved' });
  const request = await drawer();
  expect(within(request).getByText('New price list')).toBeTruthy();
  expect(within(request).getByText('0.0009')).toBeTruthy();
  await user.type(await within(request).findByLabelText('Password'), 'operator-pass');
  await user.type(await within(request).findByLabelText('One-time code'), '123456');
  await user.dblClick(within(request).getByRole('button', { name: 'Approve exactly this' }));
  await screen.findByText('Request 12 is approved and done.');
  expect(server.sent('console/approve')).toEqual([
    { id: 12, digest: APPROVAL.digest, password: 'operator-pass', totp: '123456' },
  ]);
});

test.each([
  ['', '123456', 'Your password is needed'],
  ['operator-pass', '12345', 'Six digits'],
])('password "%s" and code "%s" are not sent', async (password, code, error) => {
  const user = await openApproval();
  const request = await drawer();
  if (password !== '') await user.type(await within(request).findByLabelText('Password'), password);
  await user.type(await within(request).findByLabelText('One-time code'), code);
  await user.click(within(request).getByRole('button', { name: 'Approve exactly this' }));
  await within(request).findByText(error);
  expect(server.sent('console/approve')).toEqual([]);
});

test('a file that a request names is loaded with the session of the operator before the decision', async () => {
  const loaded: string[] = [];
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
    if (!address.startsWith('/files/')) return server.fetch(address, init);
    loaded.push(`${address} ${new Headers(init?.headers).get('authorization') ?? ''}`);
    return Promise.resolve(new Response('', { status: 404 }));
  });
  const file = '/files/AbCdEfGhIjKlMnOpQrStUv';
  const changes = [
    { label: 'White paper, document', before: null, after: file },
    { label: 'Pictures', before: null, after: `no logo ${file}` },
  ];
  const user = await openApproval({ changes });
  const request = await drawer();
  await user.click(within(request).getByRole('button', { name: 'Save the file' }));
  await within(request).findByText('The file cannot be loaded.');
  expect(loaded).toEqual([`${file} token-of-operator`]);
});

test('a request that has changed meanwhile is not approved, and the drawer says so', async () => {
  const user = await openApproval();
  server.refuse('console/approve', 'approval_stale', 'It has changed since.');
  const request = await drawer();
  await user.type(await within(request).findByLabelText('Password'), 'operator-pass');
  await user.type(await within(request).findByLabelText('One-time code'), '123456');
  await user.click(within(request).getByRole('button', { name: 'Approve exactly this' }));
  await within(request).findByText('It has changed since.');
});

test('nobody approves what they asked for: they may take it back, with a reason', async () => {
  const user = await openApproval({ own: true });
  server.reply('console/refuse', { ...APPROVAL, state: 'refused' });
  const request = await drawer();
  expect(within(request).queryByRole('button', { name: 'Approve exactly this' })).toBeNull();
  await user.type(within(request).getByLabelText('Reason'), 'no');
  await user.click(within(request).getByRole('button', { name: 'Take back' }));
  await within(request).findByText('Say it in at least three letters');
  expect(server.sent('console/refuse')).toEqual([]);
  await user.type(within(request).getByLabelText('Reason'), 't needed');
  await user.click(within(request).getByRole('button', { name: 'Take back' }));
  await waitFor(() => expect(server.sent('console/refuse')).toEqual([{ id: 12, reason: 'not needed' }]));
});

test('roles without the right neither approve nor refuse', async () => {
  await openApproval({}, { ...RISK, role: 'finance' });
  const request = await drawer();
  await within(request).findByText('New price list');
  expect(within(request).queryByRole('button', { name: 'Approve exactly this' })).toBeNull();
  expect(within(request).queryByRole('button', { name: 'Refuse' })).toBeNull();
});

test('who asked may take it back, also without the right to approve', async () => {
  await openApproval({ own: true }, { ...RISK, role: 'finance' });
  const request = await drawer();
  expect(await within(request).findByRole('button', { name: 'Take back' })).toBeTruthy();
  expect(within(request).queryByRole('button', { name: 'Approve exactly this' })).toBeNull();
});

test('a decided request offers no decision', async () => {
  await openApproval({ state: 'approved', decided_by: 'Rita', decided_ms: 2 });
  const request = await drawer();
  expect(within(request).queryByRole('button', { name: /Approve|Refuse|Take back/ })).toBeNull();
});
