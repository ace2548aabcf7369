import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { RowOf } from '../../lib/calls.ts';
import { here, openApp, server, statusText, tap } from '../../testing/app.tsx';
import { emptyPage } from '../../testing/fixtures.ts';

const COUPON = {
  id: 4,
  kind: 'yield' as const,
  percent: '0.1',
  face: '20',
  returned: '0',
  yield_days: 30,
  order_id: null,
  trial: null,
  position_id: null,
  state: 'open' as const,
  issued_ms: Date.parse('2026-11-20T00:00:00Z'),
  expires_ms: Date.parse('2026-12-20T00:00:00Z'),
};
const EXTRA = {
  interest_rate: '0.1',
  from_day: 1,
  to_day: 30,
  max: '20',
  paid: '0',
  finished: false,
};
const ORDER = {
  ...{ id: 9, config_id: 1, currency_id: 3, currency_name: 'USDT', category: 'flexible' as const, day: 0 },
  ...{ interest_rate: '0.35', penalty_ratio: '0', amount: '1000', principal: '1000', daily: '3.5' },
  ...{ interest: '0', days_paid: 0, status: 1 as const, end: null, returned: '0', penalty: '0', auto: false },
  ...{ created_at: '2026-11-20 00:00:00', created_ms: COUPON.issued_ms, end_ms: null },
  ...{ next_ms: COUPON.expires_ms, closed_ms: null, receipt: null, extra: null },
};

test('a yield coupon raises one of the own orders that has no extra yield', async () => {
  const orders = [{ ...ORDER, id: 8, principal: '500', extra: EXTRA }, ORDER];
  server
    .reply('coupon/list', { ...emptyPage(), data: [COUPON], total: 1 })
    .reply('lh/deposit/order', { ...emptyPage(), data: orders, total: 2 })
    .reply('coupon/boost', { ...COUPON, state: 'used', order_id: 9 });
  const user = await openApp('/pages/setting/coupon');
  await screen.findByText('+0.1% yield a day');
  await user.click(screen.getByRole('button', { name: 'Use' }));
  const sheet = await screen.findByRole('dialog', { name: 'Raise a yield by 0.1% a day' });
  expect(await within(sheet).findAllByRole('radio')).toHaveLength(1);
  await user.click(within(sheet).getByRole('button', { name: 'Use' }));
  await waitFor(() => expect(statusText()).toBe('Extra yield added'));
  expect(server.sent('coupon/boost')).toEqual([{ id: '4', order_id: '9' }]);
});

test('a code that is refused says so at its field, and the code stays', async () => {
  server.reply('coupon/list', emptyPage()).refuse('coupon/redeem', 'coupon_code', 'Unknown code.');
  const user = await openApp('/pages/setting/coupon');
  const field = await screen.findByRole('textbox', { name: 'Coupon code' });
  await user.type(field, 'SPRING');
  await user.click(screen.getByRole('button', { name: 'Redeem' }));
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByRole('alert').textContent).toBe('Unknown code.');
  expect(field).toHaveProperty('value', 'SPRING');
  expect(statusText()).toBe('');
});

const FEE = {
  ...COUPON,
  id: 5,
  kind: 'fee' as const,
  percent: '30',
  face: '50',
  returned: '12.5',
  yield_days: null,
};
const TRIAL = {
  ...{ ...COUPON, id: 6, kind: 'trial' as const, percent: '100', face: '25', yield_days: null },
  trial: { multiple_max: 10, hold_hours: 48, markets: [7, 9] },
};
const listOf = (...data: RowOf<'coupon/list'>[]) =>
  server.reply('coupon/list', {
    ...emptyPage(),
    data: data.map((each) => ({ ...each })),
    total: data.length,
  });

test('each kind and state of coupon says what it brings, and only unused ones can be used', async () => {
  listOf(FEE, { ...FEE, id: 15, state: 'active' as const }, TRIAL, COUPON);
  await openApp('/pages/setting/coupon');
  await screen.findAllByText('30% of fees back');
  const rows = within(screen.getAllByRole('list').at(-1) ?? document.body).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent?.replace(/Valid until .*2026/, ''))).toEqual([
    '30% of fees backUp to 50 USDTUse',
    '30% of fees back37.5 USDT leftActive',
    '25 USDT trial marginFutures, up to 10×, 48 hUse',
    '+0.1% yield a dayUp to 20 USDTUse',
  ]);
});

test('a coupon for fees is used after a question, once', async () => {
  listOf(TRIAL, FEE);
  server.reply('coupon/use', { ...FEE, state: 'active' });
  const user = await openApp('/pages/setting/coupon');
  await screen.findByText('30% of fees back');
  await user.click(screen.getAllByRole('button', { name: 'Use' })[1] ?? document.body);
  const ask = await screen.findByRole('dialog', { name: 'Use this coupon now?' });
  within(ask).getByText(/^It returns 30% of your fees, up to 50 USDT, until/);
  expect(server.sent('coupon/use')).toEqual([]);
  const held = server.hold('coupon/use');
  const use = within(ask).getByRole('button', { name: 'Use' });
  await user.click(use);
  await user.click(use);
  held.release();
  await waitFor(() => expect(statusText()).toBe('Coupon activated'));
  expect(server.sent('coupon/use')).toEqual([{ id: '5' }]);
});

test('a refused use stays in its question', async () => {
  listOf(FEE);
  server.refuse('coupon/use', 'coupon_other_active', 'Another coupon is active.');
  const user = await openApp('/pages/setting/coupon');
  await tap(user, 'Use');
  const ask = await screen.findByRole('dialog', { name: 'Use this coupon now?' });
  await user.click(within(ask).getByRole('button', { name: 'Use' }));
  await within(ask).findByText('Another coupon is active.');
});

test('a coupon for trial margin leads to the ticket of its first market', async () => {
  listOf(TRIAL);
  const user = await openApp('/pages/setting/coupon');
  await tap(user, 'Use');
  const ask = await screen.findByRole('dialog', { name: 'You can’t lose your own money' });
  within(ask).getByText(/up to 25 USDT and 10×.*after 48 h at the latest/);
  server.otherwise('empty');
  await user.click(within(ask).getByRole('button', { name: 'Open the ticket' }));
  expect(here()).toBe('/pages/transaction/contract?id=7');
});

test('a redeemed code is sent as typed and leaves the field', async () => {
  server.reply('coupon/list', emptyPage()).reply('coupon/redeem', COUPON);
  const user = await openApp('/pages/setting/coupon');
  const field = await screen.findByRole('textbox', { name: 'Coupon code' });
  expect(screen.getByRole('button', { name: 'Redeem' })).toHaveProperty('disabled', true);
  await user.type(field, 'SPRING');
  listOf(COUPON);
  await tap(user, 'Redeem');
  await waitFor(() => expect(field).toHaveProperty('value', ''));
  await screen.findByText('+0.1% yield a day');
  expect(server.sent('coupon/redeem')).toEqual([{ code: 'SPRING' }]);
});

test('an Earn order with extra yield already leaves nothing to raise', async () => {
  listOf(COUPON);
  server.reply('lh/deposit/order', { ...emptyPage(), data: [{ ...ORDER, extra: EXTRA }], total: 1 });
  const user = await openApp('/pages/setting/coupon');
  await tap(user, 'Use');
  await screen.findByText('No open Earn order without extra yield.');
  expect(server.sent('lh/deposit/order')).toContainEqual(expect.objectContaining({ status: '1' }));
});
