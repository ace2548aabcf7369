import type { ReplyOf } from '@karat/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { RISK, dialogNamed, openConsole, server } from '../../testing/console.tsx';

type Voucher = ReplyOf<'console/vouchers'>['data'][number];

const VOUCHER: Voucher = {
  id: 41,
  uid: 100_001,
  currency_name: 'USDT',
  amount: '250',
  account: 'Ann Example',
  image: '/files/AbCdEfGhIjKlMnOpQrStUv',
  status: 1,
  asked: false,
  reason: null,
  note: '',
  duplicates: [],
  approved_before: 1,
  rejected_before: 2,
  created_ms: 1,
};

beforeEach(() =>
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) =>
    address.startsWith('/files/') ? Promise.resolve(new Response('')) : server.fetch(address, init),
  ),
);

async function openVoucher(voucher: Partial<Voucher> = {}, operator = RISK) {
  server.otherwise('empty').reply('console/vouchers', {
    ...{ current_page: 1, data: [{ ...VOUCHER, ...voucher }], last_page: 3, per_page: 20, total: 55 },
  });
  const user = openConsole('/deposits', operator);
  await user.click(await screen.findByText('Ann Example'));
  return { user, drawer: await dialogNamed('Voucher 41') };
}

const credit = { name: 'Ask for 250 USDT to be credited' };

test('a credit is requested with where the payment was found', async () => {
  const { user, drawer } = await openVoucher();
  await user.type(await within(drawer).findByLabelText('Where the payment was found'), 'Statement 7');
  await user.dblClick(within(drawer).getByRole('button', credit));
  await waitFor(() =>
    expect(server.sent('console/voucher_credit')).toEqual([{ id: 41, reason: 'Statement 7' }]),
  );
});

test('a voucher without a picture, or with a requested credit, can only be rejected', async () => {
  const { drawer } = await openVoucher({ image: null });
  expect(await within(drawer).findByRole('button', { name: 'Reject' })).toBeTruthy();
  expect(within(drawer).queryByRole('button', credit)).toBeNull();
});

test('a voucher whose credit was requested is not requested again', async () => {
  const { drawer } = await openVoucher({ asked: true });
  await within(drawer).findByText('The credit has been requested. Another operator decides under Approvals.');
  expect(within(drawer).queryByRole('button', credit)).toBeNull();
});

test.each<[string, Partial<Voucher>, typeof RISK]>([
  ['for support', {}, { ...RISK, role: 'support' }],
  ['that is approved', { status: 2 }, RISK],
])('a voucher %s has no decision', async (_, voucher, operator) => {
  const { drawer } = await openVoucher(voucher, operator);
  await within(drawer).findByText('Facts');
  expect(within(drawer).queryByRole('button', { name: /Ask for|Reject/ })).toBeNull();
});

test('another reason needs words, and the same picture elsewhere is an alarm', async () => {
  const { user, drawer } = await openVoucher({ duplicates: [{ id: 40, uid: 100_002, status: 2 }] });
  await within(drawer).findByText('The same picture was sent with other vouchers');
  await user.click(await within(drawer).findByLabelText('Reason'));
  await user.click(await screen.findByText('Another reason, in words'));
  await user.click(within(drawer).getByRole('button', { name: 'Reject' }));
  await within(drawer).findByText('Say why');
  expect(server.sent('console/voucher_reject')).toEqual([]);
  await user.type(within(drawer).getByLabelText('Words to the sender'), 'Not ours');
  await user.click(within(drawer).getByRole('button', { name: 'Reject' }));
  await waitFor(() =>
    expect(server.sent('console/voucher_reject')).toEqual([{ id: 41, reason: 'other', note: 'Not ours' }]),
  );
});

test('another state starts at its first page', async () => {
  server.otherwise('empty').reply('console/vouchers', {
    ...{ current_page: 1, data: [VOUCHER], last_page: 3, per_page: 20, total: 55 },
  });
  const user = openConsole('/deposits');
  await screen.findByText('Ann Example');
  await user.click(await screen.findByTitle('2'));
  await waitFor(() =>
    expect(server.sent('console/vouchers').at(-1)).toMatchObject({ page: '2', status: '1' }),
  );
  await user.click(screen.getByText('rejected'));
  await waitFor(() =>
    expect(server.sent('console/vouchers').at(-1)).toMatchObject({ page: '1', status: '3' }),
  );
});
