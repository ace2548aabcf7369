import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { factOf, fillIn, openApp, server, statusText, tap } from '../../testing/app.tsx';
import { SECURITY, emptyPage } from '../../testing/fixtures.ts';
import { APPLICATION, LOAN, LOAN_CONFIG } from '../../testing/loan-fixtures.ts';

async function openForm(config: Partial<typeof LOAN_CONFIG> = {}): Promise<UserEvent> {
  server
    .reply('loan/config', { ...LOAN_CONFIG, ...config })
    .reply('loan/list', emptyPage())
    .reply('safe/state', SECURITY);
  const user = await openApp('/pages/common/borrowing');
  await screen.findByRole('textbox', { name: 'Purpose' });
  return user;
}

test('the calculator shows interest, liquidation price and risk; the sheet repeats them, and one application is sent', async () => {
  const user = await openForm();
  server.reply('loan/apply', APPLICATION);
  await fillIn(user, 'Amount', '500000');
  await fillIn(user, 'Collateral in BTC', '6');
  await fillIn(user, 'Purpose', ' Liquidity for ETH/USDT ');
  const form = screen.getByRole('textbox', { name: 'Purpose' }).closest('form') ?? document.body;
  expect(factOf(form, 'Interest per day')).toBe('150USDT');
  expect(factOf(form, 'Interest for the term')).toBe('4,500USDT');
  expect(factOf(form, 'To repay at maturity')).toBe('504,500USDT');
  // 6 BTC and 500,000 USDT secure 500,000 USDT: 110 % are left at 8,333.33.
  expect(factOf(form, 'BTC liq. price')).toMatch(/^8,333\.3/u);
  expect(screen.getByRole('meter', { name: 'Risk rate' }).getAttribute('aria-valuetext')).toBe('160%');
  await tap(user, 'Continue');
  const sheet = await screen.findByRole('dialog', { name: 'Borrow 500,000 USDT' });
  await user.type(await within(sheet).findByLabelText('Pay password'), 'secret-77');
  expect(factOf(sheet, 'To repay at maturity')).toBe('504,500 USDT');
  expect(factOf(sheet, 'Worst case')).toBe('All collateral is sold below 110%');
  await user.dblClick(within(sheet).getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(statusText()).toBe('Application sent'));
  expect(server.sent('loan/apply')).toEqual([
    expect.objectContaining({
      ...{ currency_id: '3', amount: '500000', days: '30', purpose: 'Liquidity for ETH/USDT' },
      ...{ collateral: '1:6', pay_password: 'secret-77' },
    }),
  ]);
});

test.each([
  ['499999', '6', '30', 'Enter 500,000 to 10,000,000 USDT'],
  ['900001', '6', '30', 'Your collateral allows at most 900,000 USDT'],
  ['500000', '10.1', '30', 'Insufficient balance'],
  ['500000', '6', '366', '7 to 365 days'],
])('%s USDT on %s BTC for %s days is not sent: %s', async (amount, collateral, days, error) => {
  const user = await openForm();
  await fillIn(user, 'Amount', amount);
  await fillIn(user, 'Collateral in BTC', collateral);
  await fillIn(user, 'Term in days', days);
  await fillIn(user, 'Purpose', 'Liquidity');
  await tap(user, 'Continue');
  const alerts = await screen.findAllByRole('alert');
  expect(alerts.map((alert) => alert.textContent)).toEqual([error]);
  expect(server.sent('loan/apply')).toEqual([]);
});

test('a caller who may not apply reads why, and cannot continue', async () => {
  await openForm({
    caller: { vip_level: 1, market_maker: false, eligible: false, hindrances: ['vip_level', 'identity'] },
  });
  await screen.findByText('You are VIP 1. Loans need VIP 2 or market maker status.');
  expect(screen.getByRole('link', { name: 'Verify identity' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'You cannot apply yet' })).toHaveProperty('disabled', true);
});

test('the own loans show their state and the risk rate of those that run', async () => {
  server.reply('loan/config', LOAN_CONFIG).reply('loan/list', {
    ...emptyPage(),
    data: [APPLICATION, { ...LOAN, called: true, risk_rate: '121.5' }],
    total: 2,
  });
  await openApp('/pages/common/borrowing');
  const loans = await screen.findByRole('region', { name: 'My loans' });
  await within(loans).findByText('Under review');
  within(loans).getByText('Margin call');
  expect(within(loans).getByRole('meter').getAttribute('aria-valuetext')).toBe('121.5%');
  within(loans).getByText('Low');
});
