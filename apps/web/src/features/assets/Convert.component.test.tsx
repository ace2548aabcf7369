import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { ReplyOf } from '@karat/contract';
import {
  MONEY_READS,
  advance,
  factOf,
  fillIn,
  keepReads,
  openApp,
  server,
  statusText,
  tap,
} from '../../testing/app.tsx';
import { BTC_ROW, USDT_ROW, emptyPage } from '../../testing/fixtures.ts';

const COINS = [
  { ...USDT_ROW, change_balance: '1234.567891' },
  { ...BTC_ROW, change_balance: '0.12345678' },
];

const RATES = { form_price: '1', to_price: '50000', fee: '0.2' };
const BACK = { form_price: '50000', to_price: '1', fee: '0.2' };

/** What the server locks for 100 USDT: every figure differs from what the form computes. */
const QUOTE = {
  ...RATES,
  quote_id: 'q1',
  number: '100',
  to_price: '50001',
  fee_amount: '0.200001',
  paid: '100.200001',
  received: '0.00199996',
  expires_ms: 0,
  lives_ms: 10_000,
};

async function openConvert(past: ReplyOf<'user/getTransferList'> = emptyPage()): Promise<UserEvent> {
  server
    .reply('currency/user_currency_list', COINS)
    .reply('currency/list', [USDT_ROW, BTC_ROW])
    .reply('user/getTransferList', past)
    .reply('user/getTransferFee', ({ fields }) => (fields['from_currency_id'] === '3' ? RATES : BACK));
  const user = await openApp('/pages/fund/fundTransfer');
  await screen.findByLabelText('Amount');
  await waitFor(() => expect(convertButton()).toHaveProperty('disabled', false));
  return user;
}

afterEach(() => vi.useRealTimers());

const convertButton = (): HTMLElement =>
  screen.getAllByRole('button', { name: 'Convert' }).find((one) => one.getAttribute('type') === 'submit')!;
const amountField = (): HTMLInputElement => screen.getByLabelText('Amount');

async function askPrice(user: UserEvent, amount = '100'): Promise<HTMLElement> {
  await fillIn(user, 'Amount', amount);
  await user.click(convertButton());
  return screen.findByRole('dialog', { name: 'Convert' });
}

test('shows fee, cost, rest and what is received before anything is locked', async () => {
  const user = await openConvert();
  await fillIn(user, 'Amount', '100');
  const form = screen.getByLabelText('Amount').closest('form')!;
  expect(factOf(form, 'Fee (0.2%)')).toBe('0.2USDT');
  expect(factOf(form, 'Total cost')).toBe('100.2USDT');
  expect(factOf(form, 'Balance after')).toBe('1,134.367891USDT');
  expect(within(form).getByText('0.002')).toBeTruthy();
  // The other way round it would be 0.00002 BTC.
  expect(factOf(form, 'Rate')).toBe('1 BTC ≈ 50,000USDT');
  await fillIn(user, 'Amount', '1235');
  expect(factOf(form, 'Balance after')).toBe('–');
});

test('confirms the locked figures, not those of the form, and sends amount, pair and quote', async () => {
  const user = await openConvert();
  server.reply('user/getTransferQuote', QUOTE);
  server.reply('user/Transfer', { id: 1, paid: '100.200001', fee: '0.200001', received: '0.00199996' });
  const dialog = await askPrice(user);
  expect(factOf(dialog, 'Fee (0.2%)')).toBe('0.200001USDT');
  expect(factOf(dialog, 'Total cost')).toBe('100.200001USDT');
  expect(within(dialog).getByText('0.00199996')).toBeTruthy();
  const current = keepReads('user/getTransferList', ...MONEY_READS);
  await user.click(within(dialog).getByRole('button', { name: 'Convert' }));
  await waitFor(() => expect(statusText()).toBe('Converted: 0.00199996 BTC received'));
  const pair = { from_currency_id: '3', to_currency_id: '1', number: '100' };
  expect(server.sent('user/getTransferQuote')).toEqual([pair]);
  expect(server.sent('user/Transfer')).toEqual([{ ...pair, quote_id: 'q1' }]);
  expect(current()).toEqual([]);
  expect(amountField().value).toBe('');
  expect(document.querySelector('[aria-invalid="true"]')).toBeNull();
  expect(document.querySelector('dialog[open]')).toBeNull();
});

test('"All" leaves room for the fee, and the whole balance is convertible', async () => {
  const user = await openConvert();
  await tap(user, 'All');
  // 1232.103683 and a fee of 2.464208 make 1234.567891 exactly.
  expect(amountField().value).toBe('1232.103683');
  server.reply('user/getTransferQuote', { ...QUOTE, number: '1232.103683' });
  await user.click(convertButton());
  await waitFor(() => expect(server.sent('user/getTransferQuote')).toHaveLength(1));
  expect(server.sent('user/getTransferQuote')[0]).toMatchObject({ number: '1232.103683' });
});

test('refuses what the balance does not cover together with the fee', async () => {
  const user = await openConvert();
  await fillIn(user, 'Amount', '1232.103684');
  await user.click(convertButton());
  expect(screen.getByRole('alert').textContent).toBe('Insufficient balance');
  expect(server.sent('user/getTransferQuote')).toEqual([]);
});

test('the swap gives what was received, with its decimals and its balance', async () => {
  const user = await openConvert();
  await tap(user, 'Swap directions');
  await waitFor(() => expect(convertButton()).toHaveProperty('disabled', false));
  expect(screen.getAllByText('0.12345678').length).toBeGreaterThan(0);
  await fillIn(user, 'Amount', '0.12345');
  const form = amountField().closest('form')!;
  expect(factOf(form, 'Total cost')).toBe('0.1236969BTC');
  await user.click(convertButton());
  expect(screen.getByRole('alert').textContent).toBe('Insufficient balance');
});

test('a double tap on the confirmation converts once', async () => {
  const user = await openConvert();
  server.reply('user/getTransferQuote', QUOTE);
  server.reply('user/Transfer', { id: 1, paid: '100.2', fee: '0.2', received: '0.002' });
  const { release } = server.hold('user/Transfer');
  const dialog = await askPrice(user);
  await user.dblClick(within(dialog).getByRole('button', { name: 'Convert' }));
  expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true);
  release();
  await waitFor(() => expect(statusText()).toMatch(/^Converted/));
  expect(server.sent('user/Transfer')).toHaveLength(1);
});

test('an unanswered conversion is sent again with the same quote and the same key', async () => {
  const user = await openConvert();
  server.reply('user/getTransferQuote', QUOTE).loseAnswer('user/Transfer');
  const dialog = await askPrice(user);
  const confirm = within(dialog).getByRole('button', { name: 'Convert' });
  await user.click(confirm);
  expect((await within(dialog).findByRole('alert')).textContent).toMatch(/^No connection/);
  server.reply('user/Transfer', { id: 1, paid: '100.2', fee: '0.2', received: '0.002' });
  await user.click(confirm);
  await waitFor(() => expect(statusText()).toMatch(/^Converted/));
  const [first, second] = server.received('user/Transfer');
  expect(second).toEqual(first);
});

test('another price than that of an unanswered conversion expires as usual', async () => {
  const user = await openConvert();
  server.reply('user/getTransferQuote', QUOTE).loseAnswer('user/Transfer');
  const dialog = await askPrice(user);
  await user.click(within(dialog).getByRole('button', { name: 'Convert' }));
  await within(dialog).findByRole('alert');
  await tap(user, 'Cancel');
  server.reply('user/getTransferQuote', { ...QUOTE, quote_id: 'q2', lives_ms: 0 });
  const next = await askPrice(user);
  expect(within(next).queryByRole('alert')).toBeNull();
  // A price that was never sent ends with its time.
  expect(within(next).getByRole('button', { name: 'Get new price' })).toBeTruthy();
});

test('asks for a new price when the index has moved, and shows it before it is sent', async () => {
  const user = await openConvert();
  server.reply('user/getTransferQuote', QUOTE).refuse('user/Transfer', 'quote_moved', 'The price has moved.');
  const dialog = await askPrice(user);
  server.reply('user/getTransferQuote', { ...QUOTE, quote_id: 'q2', received: '0.00188888' });
  await user.click(within(dialog).getByRole('button', { name: 'Convert' }));
  expect(await screen.findByText('0.00188888')).toBeTruthy();
  expect(server.sent('user/Transfer')).toHaveLength(1);
});

test('any other refusal closes the confirmation and keeps what was typed', async () => {
  const user = await openConvert();
  server
    .reply('user/getTransferQuote', QUOTE)
    .refuse('user/Transfer', 'insufficient_balance', 'Not enough USDT.');
  const dialog = await askPrice(user);
  await user.click(within(dialog).getByRole('button', { name: 'Convert' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('alert').textContent).toBe('Not enough USDT.');
  expect(amountField().getAttribute('aria-invalid')).toBe('true');
  expect(amountField().value).toBe('100');
  await fillIn(user, 'Amount', '99');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a refusal without a field stands above the button, and the next submit clears it', async () => {
  const user = await openConvert();
  server.refuse('user/getTransferQuote', 'quote_limit', 'Too many quotes.');
  await fillIn(user, 'Amount', '100');
  await user.click(convertButton());
  expect((await screen.findByRole('alert')).textContent).toBe('Too many quotes.');
  expect(amountField().getAttribute('aria-invalid')).not.toBe('true');
  expect(statusText()).toBe('');
  server.reply('user/getTransferQuote', QUOTE);
  await user.click(convertButton());
  await screen.findByRole('dialog', { name: 'Convert' });
  expect(screen.queryByText('Too many quotes.')).toBeNull();
});

test('an expired price cannot be confirmed: a new one is asked for', async () => {
  const user = await openConvert();
  server.reply('user/getTransferQuote', { ...QUOTE, lives_ms: 1_000 });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const dialog = await askPrice(user);
  await advance(1_000);
  expect(within(dialog).getByRole('timer').textContent).toBe('The locked price has expired.');
  server.reply('user/getTransferQuote', { ...QUOTE, quote_id: 'q2' });
  await user.click(within(dialog).getByRole('button', { name: 'Get new price' }));
  await waitFor(() => expect(screen.getByRole('timer').textContent).toMatch(/^Price locked/));
  expect(server.sent('user/Transfer')).toEqual([]);
  expect(server.sent('user/getTransferQuote')).toHaveLength(2);
});

test('without a price nothing can be converted, and the screen says why', async () => {
  server
    .reply('currency/user_currency_list', COINS)
    .reply('currency/list', [USDT_ROW, BTC_ROW])
    .reply('user/getTransferList', emptyPage())
    .refuse('user/getTransferFee', 'price_unavailable', 'No price for BTC now.');
  await openApp('/pages/fund/fundTransfer');
  expect((await screen.findByRole('alert')).textContent).toBe('No price for BTC now.');
  expect(convertButton()).toHaveProperty('disabled', true);
});

test('accepts groups of thousands', async () => {
  const user = await openConvert();
  server.reply('user/getTransferQuote', QUOTE);
  await askPrice(user, '1,000.5');
  expect(server.sent('user/getTransferQuote')).toMatchObject([{ number: '1000.5' }]);
});

test('the history names the rate of the dearer coin, whichever way it was converted', async () => {
  const row = {
    id: 1,
    from_currency_id: 3,
    from_currency_name: 'USDT',
    to_currency_id: 1,
    to_currency_name: 'BTC',
    number: '100',
    fee: '0.2',
    received: '0.00149',
    form_price: '1.0004',
    to_price: '66516.3936777',
    created_at: '2026-05-02 00:07:09',
    created_ms: 1_777_680_429_000,
  };
  const back = {
    ...row,
    id: 2,
    from_currency_id: row.to_currency_id,
    from_currency_name: 'BTC',
    to_currency_id: row.from_currency_id,
    to_currency_name: 'USDT',
    form_price: '70000',
    to_price: '0.9999',
  };
  await openConvert({ ...emptyPage(), data: [back, row], total: 2 });
  const history = await screen.findByRole('region', { name: 'Conversion history' });
  const [first, second] = await within(history).findAllByRole('listitem');
  expect(first?.textContent).toContain('1 BTC ≈ 70,007USDT');
  expect(second?.textContent).toContain('1 BTC ≈ 66,489.79USDT');
});
