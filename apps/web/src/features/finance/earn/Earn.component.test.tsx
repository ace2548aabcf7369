import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { go } from '../../../lib/navigation.ts';
import { factOf, fillIn, here, openApp, server, tap, toastText } from '../../../testing/app.tsx';
import { CURRENCIES, WALLETS } from '../../../testing/fixtures.ts';
import type { Offer, Order } from './offer.ts';

/** 0.35 % a day for five days; the user may put in 1,800 more, the exchange account has 1,234.567891. */
const OFFER: Offer = {
  ...{ id: 1, currency_id: 3, currency_name: 'USDT', category: 'lockup', day: 5, interest_rate: '0.35' },
  ...{ penalty_ratio: '0.4', save_min: '100', save_max: '2000', total: '10000', remaining: '1500' },
  ...{ state: 'open', vip_only: false, opens_ms: 1, closes_ms: null, covered_days: 5, decimals: 6 },
  ...{ own_remaining: '1800', auto: null },
};

/** A flexible order of 500, of which 100 came back already. */
const ORDER: Order = {
  ...{ id: 9, config_id: 1, currency_id: 3, currency_name: 'USDT', category: 'flexible', day: 0 },
  ...{ interest_rate: '0.02', penalty_ratio: '0', amount: '600', principal: '500', daily: '0.1' },
  ...{ interest: '0.3', days_paid: 3, status: 1, end: null, returned: '100', penalty: '0', auto: false },
  ...{ created_at: '2026-11-20 15:00:00', created_ms: 1, end_ms: null, next_ms: 5, closed_ms: null },
  ...{ receipt: null, extra: null },
};

async function openOffer(offer: Partial<Offer> = {}): Promise<UserEvent> {
  server.reply('lh/deposit/product', { ...OFFER, ...offer });
  server.reply('wallet/list', WALLETS).reply('currency/list', CURRENCIES);
  const user = await openApp('/pages/lockming/buy?id=1');
  await screen.findByText('1,234.567891', { exact: false });
  return user;
}

test('the confirmation repeats what is sent, the largest amount is the balance, and the order follows', async () => {
  const user = await openOffer();
  await tap(user, 'Subscribe');
  expect(screen.getByRole('alert').textContent).toBe('Enter an amount');
  await tap(user, 'Max');
  expect(screen.getByLabelText('Amount')).toHaveProperty('value', '1234.567891');
  await fillIn(user, 'Amount', '1,000');
  await tap(user, 'Subscribe');
  const question = await screen.findByRole('dialog', { name: 'Confirm subscription' });
  expect(factOf(question, 'Principal')).toBe('1,000USDT');
  expect(factOf(question, 'Total at maturity')).toBe('1,017.5USDT');
  expect(question.textContent).toContain('The penalty is then 20 USDT, and you get 980 USDT back.');
  server.reply('lh/deposit', { ...ORDER, id: 12 }).reply('lh/deposit/order_detail', { ...ORDER, id: 12 });
  server.otherwise('empty');
  await user.click(within(question).getByRole('button', { name: 'Subscribe' }));
  await waitFor(() => expect(here()).toBe('/pages/lockming/detail?id=12'));
  expect(server.sent('lh/deposit')).toEqual([{ config_id: '1', amount: '1000' }]);
});

test('who has left the screen while it is bought stays where they are', async () => {
  const user = await openOffer();
  await fillIn(user, 'Amount', '100');
  await tap(user, 'Subscribe');
  const question = await screen.findByRole('dialog', { name: 'Confirm subscription' });
  server.reply('lh/deposit', { ...ORDER, id: 12 }).otherwise('empty');
  const { release } = server.hold('lh/deposit');
  await user.click(within(question).getByRole('button', { name: 'Subscribe' }));
  go.push('/pages/common/faq');
  await waitFor(() => expect(here()).toBe('/pages/common/faq'));
  release();
  await waitFor(() => expect(toastText()).toBe('Subscribed'));
  expect(here()).toBe('/pages/common/faq');
});

test('a refusal stays in the question', async () => {
  const user = await openOffer({ remaining: '900' });
  await tap(user, 'Max');
  expect(screen.getByLabelText('Amount')).toHaveProperty('value', '900');
  await fillIn(user, 'Amount', '100');
  await tap(user, 'Subscribe');
  const question = await screen.findByRole('dialog', { name: 'Confirm subscription' });
  server.refuse('lh/deposit', 'mining_sold_out', 'Sold out meanwhile.');
  await user.click(within(question).getByRole('button', { name: 'Subscribe' }));
  expect((await within(question).findByRole('alert')).textContent).toBe('Sold out meanwhile.');
  expect(here()).toBe('/pages/lockming/buy?id=1');
});

test('the daily subscription is switched at once and back where it is refused', async () => {
  const user = await openOffer({ day: 0, category: 'flexible', auto: false });
  server.refuse('lh/deposit/auto', 'mining_vip_only', 'For VIPs.');
  const { release } = server.hold('lh/deposit/auto');
  const auto = await screen.findByRole('switch', { name: /Auto-subscribe/u });
  await user.click(auto);
  expect(auto).toHaveProperty('checked', true);
  release();
  await waitFor(() => expect(auto).toHaveProperty('checked', false));
  expect(server.sent('lh/deposit/auto')).toEqual([{ config_id: '1', enabled: 'true' }]);
});

async function openRedemption(): Promise<{ readonly user: UserEvent; readonly sheet: HTMLElement }> {
  server
    .reply('lh/deposit/order_detail', ORDER)
    .reply('lh/deposit/order_preview', ({ fields }) => {
      const part = fields['amount'] === '120' ? '120' : '500';
      const none = { days_left: 0, penalty: '0', forgone: '0', due: '0' };
      return { ...none, interest: '0.3', principal: part, arrives: part };
    })
    .otherwise('empty');
  const user = await openApp('/pages/lockming/detail?id=9');
  await tap(user, 'Redeem');
  return { user, sheet: await screen.findByRole('dialog', { name: 'Redeem' }) };
}

test('a part of a flexible order is redeemed; the toast says what arrived now', async () => {
  const { user, sheet } = await openRedemption();
  const amount = within(sheet).getByLabelText('Amount');
  const button = within(sheet).getByRole<HTMLButtonElement>('button', { name: 'Redeem' });
  await fillIn(user, 'Amount', '500.1');
  expect(within(sheet).getByRole('alert').textContent).toBe('At most 500 USDT');
  expect(button.disabled).toBe(true);
  await user.clear(amount);
  await user.type(amount, '120');
  await waitFor(() => expect(factOf(sheet, 'You receive now')).toBe('120USDT'));
  server.reply('lh/deposit/redeem', { ...ORDER, principal: '380', returned: '220' });
  await user.click(button);
  await waitFor(() => expect(toastText()).toBe('120 USDT received'));
  expect(server.sent('lh/deposit/redeem')).toEqual([{ id: '9', amount: '120' }]);
});

test('the whole of it is redeemed without an amount, so that a yield of meanwhile comes with it', async () => {
  const { user, sheet } = await openRedemption();
  server.reply('lh/deposit/redeem', {
    ...ORDER,
    status: 2,
    end: 'redeemed',
    principal: '0',
    returned: '600',
  });
  await waitFor(() => expect(factOf(sheet, 'You receive now')).toBe('500USDT'));
  await user.click(within(sheet).getByRole('button', { name: 'Redeem' }));
  await waitFor(() => expect(toastText()).toBe('500 USDT received'));
  expect(server.sent('lh/deposit/redeem')).toEqual([{ id: '9' }]);
});
