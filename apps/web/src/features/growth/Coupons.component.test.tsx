import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openApp, server, statusText } from '../../testing/app.tsx';
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
