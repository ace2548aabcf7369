import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { AllReplies } from '../../lib/calls.ts';
import { factOf, fillIn, here, openApp, server, tap } from '../../testing/app.tsx';

type Product = AllReplies['dual/detail'];
type Preview = AllReplies['dual/preview'];

/** A put of 50 USDT a share: 100 shares are left, of the own 20 three are bought, and the balance pays for 12. */
const PRODUCT: Product = {
  ...{ id: 5, match_id: 7, symbol_name: 'BTC/USDT', currency_id: 1, currency_name: 'BTC', legal_id: 3 },
  ...{ legal_name: 'USDT', type: 'put', pay_currency_id: 3, pay_currency_name: 'USDT', price: '50' },
  ...{ apr: '73', linked_price: '48000', days: 7, status: 'open', total_share: 200, remain_share: 100 },
  ...{ progress: '50', user_max: 20, bought: 3, start_at: '2026-11-20 08:00:00', start_ms: 1 },
  ...{ end_at: '2036-11-20 08:00:00', end_ms: 2_110_867_200_000, maturity_at: '2036-11-27 08:00:00' },
  maturity_ms: 2_111_472_000_000,
};

const previewOf = (num: number, available = '649.99'): Preview => ({
  ...{ id: 5, num, amount: String(num * 50), pay_currency_name: 'USDT', available, days: 7, apr: '73' },
  ...{ linked_price: '48000', now_price: '50000', coin_payout: '0.0105', legal_payout: String(num * 51) },
  break_even: '47337.27',
});

async function openPurchase(product: Partial<Product> = {}, available?: string): Promise<UserEvent> {
  server
    .reply('dual/detail', { ...PRODUCT, ...product })
    .reply('dual/preview', ({ fields }) => previewOf(Number(fields['num']), available));
  const user = await openApp('/pages/invest/purchase?id=5');
  await screen.findByLabelText('Shares');
  return user;
}

const submitButton = (): HTMLButtonElement =>
  screen.getByRole<HTMLButtonElement>('button', { name: /^(Subscribe|Sold out)$/u });

test('the previewed shares, days and rate are bought after a question with both outcomes', async () => {
  const user = await openPurchase();
  await fillIn(user, 'Shares', '4');
  await waitFor(() => expect(submitButton().disabled).toBe(false));
  await user.click(submitButton());
  const question = await screen.findByRole('dialog', { name: 'Confirm subscription' });
  expect(factOf(question, 'You pay')).toBe('200USDT');
  expect(factOf(question, 'Below the linked price')).toBe('0.0105BTC');
  expect(factOf(question, 'Otherwise')).toBe('204USDT');
  server.refuse('dual/buyDual', 'dual_terms_changed', 'The rate has changed.').otherwise('empty');
  const buy = within(question).getByRole('button', { name: 'Subscribe' });
  await user.click(buy);
  expect((await within(question).findByRole('alert')).textContent).toBe('The rate has changed.');
  server.loseAnswer('dual/buyDual');
  await user.click(buy);
  await within(question).findByText(/^No connection/u);
  await user.click(buy);
  await waitFor(() => expect(server.sent('dual/buyDual')).toHaveLength(3));
  expect(server.sent('dual/buyDual')[0]).toEqual({ id: '5', num: '4', days: '7', apr: '73' });
  const keys = server.received('dual/buyDual').map(({ idempotencyKey }) => idempotencyKey);
  expect([keys[0] === keys[1], keys[1] === keys[2]]).toEqual([false, true]);
  expect(here()).toBe('/pages/invest/purchase?id=5');
});

test.each([
  ['the balance', {}, undefined, 12],
  ['what is left of the own limit', {}, '100000', 17],
  ['what is left of the product', { remain_share: 6 }, '100000', 6],
])('the largest number of shares is %s', async (_, product, available, max) => {
  const user = await openPurchase(product, available);
  await tap(user, 'Max');
  expect(screen.getByLabelText('Shares')).toHaveProperty('value', String(max));
  await waitFor(() => expect(submitButton().disabled).toBe(false));
  await fillIn(user, 'Shares', String(max + 1));
  expect(screen.getByRole('alert').textContent).toBe(`You can subscribe for up to ${max} shares`);
  expect(submitButton().disabled).toBe(true);
});

test('shares are whole, and nothing can be bought before their preview has arrived', async () => {
  const user = await openPurchase();
  await fillIn(user, 'Shares', '1.5');
  expect(screen.getByRole('alert').textContent).toBe('Enter a whole number of shares');
  const { release } = server.hold('dual/preview');
  await fillIn(user, 'Shares', '2');
  expect(submitButton().disabled).toBe(true);
  release();
  await waitFor(() => expect(submitButton().disabled).toBe(false));
});

test('a product that is sold out cannot be bought', async () => {
  await openPurchase({ status: 'sold_out' });
  expect(submitButton().textContent).toBe('Sold out');
  expect(submitButton().disabled).toBe(true);
});
