import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { factOf, fillIn, here, openApp, server, statusText, tap } from '../../testing/app.tsx';
import { CURRENCIES, emptyPage } from '../../testing/fixtures.ts';
import { APPLICATION, LOAN, LOAN_CONFIG } from '../../testing/loan-fixtures.ts';

type Loan = typeof LOAN;

async function openLoan(loan: Loan): Promise<UserEvent> {
  server
    .reply('currency/list', CURRENCIES)
    .reply('loan/config', LOAN_CONFIG)
    .reply('loan/detail', loan)
    .reply('loan/events', emptyPage());
  const user = await openApp(`/pages/common/loan?id=${loan.id}`);
  await screen.findByText(loan.purpose);
  return user;
}

/** Chooses in a field that opens a sheet of choices. */
async function choose(user: UserEvent, field: RegExp, option: RegExp): Promise<void> {
  await tap(user, field);
  await user.click(await screen.findByRole('radio', { name: option }));
}

const sheet = (name: string): Promise<HTMLElement> => screen.findByRole('dialog', { name });

test('a rejected application shows the reason and what the operators wrote', async () => {
  const note = 'Name the pair that you quote.';
  await openLoan({ ...APPLICATION, state: 'rejected', reason: 'purpose_unclear', note, assets: [] });
  await screen.findByText(/^Rejected: purpose unclear/u);
  screen.getByText(note);
  expect(screen.queryByRole('button', { name: 'Add collateral' })).toBeNull();
});

test.each([
  ['159.95', 'Healthy'],
  ['129.99', 'Low'],
  ['109.99', 'Liquidation'],
  [null, 'No price'],
])('a risk rate of %s reads %s', async (rate, word) => {
  await openLoan({ ...LOAN, risk_rate: rate });
  const meter = screen.getByRole('meter', { name: 'Risk rate' });
  expect(meter.getAttribute('aria-valuetext')).toBe(rate === null ? 'No price' : `${rate}%`);
  screen.getByText(word);
});

test('a margin call, an overdue loan and an old price are named with what follows', async () => {
  await openLoan({ ...LOAN, called: true, overdue_days: 2, overdue: '5001.5', fresh: false });
  await screen.findByText(/^Margin call: add collateral or repay\. Below 110%/u);
  screen.getByText(/Each started day costs 0\.5%/u);
  screen.getByText(/^A price is out of date/u);
  expect(factOf(document.body, 'Overdue charges')).toBe('5,001.5USDT');
});

test('collateral is added from the free balance, never more than there is', async () => {
  const user = await openLoan(LOAN);
  server.reply('loan/collateral/add', LOAN);
  await tap(user, 'Add collateral');
  const form = await sheet('Add collateral');
  await choose(user, /^Currency/u, /BTC/u);
  await fillIn(user, 'Amount', '10.00000001');
  await within(form).findByText('Above the current maximum');
  await user.click(within(form).getByRole('button', { name: 'Max' }));
  await user.dblClick(within(form).getByRole('button', { name: 'Add collateral' }));
  await waitFor(() => expect(statusText()).toBe('Collateral added'));
  expect(server.sent('loan/collateral/add')).toEqual([{ id: '21', currency_id: '1', amount: '10' }]);
});

test('what can be taken out leaves 150 % of the debt; a refusal is shown in the sheet', async () => {
  const user = await openLoan(LOAN);
  server.refuse('loan/collateral/take', 'loan_release_limit', 'At most 49,000 USDT can be taken out.');
  await tap(user, 'Take out');
  const form = await sheet('Take out');
  // 800,000 USDT of assets less 1.5 x 500,150 USDT.
  await user.click(within(form).getByRole('button', { name: 'Max' }));
  expect(within(form).getByLabelText('Amount')).toHaveProperty('value', '49775');
  await user.click(within(form).getByRole('button', { name: 'Take out' }));
  await within(form).findByText('At most 49,000 USDT can be taken out.');
  expect(server.sent('loan/collateral/take')).toEqual([{ id: '21', currency_id: '3', amount: '49775' }]);
});

test('a conversion shows what arrives and its fee', async () => {
  const user = await openLoan(LOAN);
  server.reply('loan/convert', LOAN);
  await tap(user, 'Convert');
  const form = await sheet('Convert');
  await fillIn(user, 'Amount', '50000');
  expect(factOf(form, 'You get about')).toBe('1BTC');
  expect(factOf(form, 'Est. fee')).toBe('50USDT');
  await user.click(within(form).getByRole('button', { name: 'Convert' }));
  await waitFor(() => expect(statusText()).toBe('Converted'));
  expect(server.sent('loan/convert')).toEqual([
    { id: '21', from_currency_id: '3', to_currency_id: '1', amount: '50000' },
  ]);
});

test('an application is withdrawn after a question', async () => {
  const user = await openLoan(APPLICATION);
  server.reply('loan/cancel', { ...APPLICATION, state: 'cancelled', assets: [] });
  await tap(user, 'Withdraw application');
  const dialog = await sheet('Withdraw the application?');
  await user.click(within(dialog).getByRole('button', { name: 'Withdraw application' }));
  await waitFor(() => expect(statusText()).toBe('Withdrawn'));
  expect(server.sent('loan/cancel')).toEqual([{ id: '22' }]);
});

async function openRepayment(loan: Loan = LOAN): Promise<UserEvent> {
  server
    .reply('loan/config', LOAN_CONFIG)
    .reply('loan/list', { ...emptyPage(), data: [APPLICATION, loan], total: 2 })
    .reply('currency/list', CURRENCIES)
    .reply('loan/detail', loan)
    .reply('loan/events', emptyPage());
  const user = await openApp(`/pages/common/repayment?id=${loan.id}`);
  await screen.findByRole('button', { name: 'Repay' });
  return user;
}

test('a part is repaid from the assets first and names what remains', async () => {
  const user = await openRepayment();
  server.reply('loan/repay', LOAN);
  await user.click(screen.getByRole('tab', { name: 'Part' }));
  await user.click(await screen.findByRole('textbox', { name: 'Amount' }));
  await user.paste('150.5');
  await tap(user, 'Repay');
  const dialog = await sheet('Confirm repayment');
  expect(factOf(dialog, 'Loan assets')).toBe('150.5USDT');
  expect(factOf(dialog, 'Remaining debt')).toBe('499,999.5USDT');
  await user.dblClick(within(dialog).getByRole('button', { name: 'Repay' }));
  await waitFor(() => expect(statusText()).toBe('Repayment made'));
  expect(server.sent('loan/repay')).toEqual([{ id: '21', source: 'assets', amount: '150.5' }]);
  expect(here()).toBe('/pages/common/loan?id=21');
});

test('the whole debt takes the rest from the balance; a free balance that is too low is said before', async () => {
  const user = await openRepayment();
  screen.getByText('The loan ends, and all its assets return to your exchange account.');
  await choose(user, /^Pay from/u, /^Exchange account/u);
  await screen.findByText('Not enough USDT in your exchange account.');
  expect(screen.getByRole('button', { name: 'Repay' })).toHaveProperty('disabled', true);
});

test('a refused cancellation says why in its question, and a lost answer lets it be sent again', async () => {
  const user = await openLoan(APPLICATION);
  server.refuse('loan/cancel', 'loan_decided', 'The application was decided.');
  await tap(user, 'Withdraw application');
  const question = await sheet('Withdraw the application?');
  const send = within(question).getByRole('button', { name: 'Withdraw application' });
  await user.click(send);
  expect((await within(question).findByRole('alert')).textContent).toBe('The application was decided.');
  expect(statusText()).toBe('');
  server.loseAnswer('loan/cancel');
  await user.click(send);
  await within(question).findByText(/^No connection/u);
  server.reply('loan/cancel', { ...APPLICATION, state: 'cancelled' });
  await user.click(send);
  await waitFor(() => expect(statusText()).toBe('Withdrawn'));
  expect(screen.queryByRole('alert')).toBeNull();
  const [, lost, again] = server.received('loan/cancel').map((call) => call.idempotencyKey);
  expect(again).toBe(lost);
});
