import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { AllReplies } from '../../lib/calls.ts';
import { go } from '../../lib/navigation.ts';
import {
  MONEY_READS,
  keepReads,
  factOf,
  fillIn,
  here,
  openApp,
  server,
  statusText,
  tap,
} from '../../testing/app.tsx';
import { CURRENCIES, SECURITY } from '../../testing/fixtures.ts';

type Info = AllReplies['wallet/get_info'];

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

/** Fee, minimum, balance and limit all differ. */
const INFO: Info = {
  rate: '1.25',
  min_number: '10',
  name: 'USDT',
  change_balance: '1234.567891',
  decimals: 6,
  network: 'eth',
  routes: [
    { network: 'eth', title: 'Ethereum', rate: '1.25', min_number: '10', connected: true, halted: false },
    { network: 'tron', title: 'Tron', rate: '0.5', min_number: '5', connected: true, halted: false },
  ],
  limit: {
    level: 1,
    hours: 24,
    cap_btc: '0.5',
    used_btc: '0.49',
    left_btc: '0.0123499',
    cap: '25000',
    left: '617.5',
  },
  held_until_ms: null,
  protected_until_ms: null,
  delay_from: '500',
  delay_minutes: 60,
  first_payment: null,
  wallet_known: null,
  wallet_owner_from: null,
  automatic_below: '100',
};

async function openWithdraw(info: Partial<Info> = {}): Promise<UserEvent> {
  server
    .reply('withdrawal/currencies', [{ id: 3, name: 'USDT', title: 'Tether', balance: '1234.567891' }])
    .reply('currency/list', CURRENCIES)
    .reply('safe/state', SECURITY)
    .reply('wallet/get_info', ({ fields }) => ({
      ...INFO,
      ...(fields['network'] === 'tron' ? { network: 'tron', rate: '0.5', min_number: '5' } : {}),
      first_payment: fields['address'] === undefined ? null : false,
      ...info,
    }));
  const user = await openApp('/pages/fund/withdraw');
  await screen.findByLabelText('Amount');
  return user;
}

const form = (): HTMLFormElement => screen.getByLabelText('Amount').closest('form')!;
const submitButton = (): HTMLElement => within(form()).getByRole('button', { name: 'Withdraw' });

async function ask(user: UserEvent, amount = '100.5'): Promise<HTMLElement> {
  await fillIn(user, 'Address', ADDRESS);
  await fillIn(user, 'Amount', amount);
  await user.click(submitButton());
  const sheet = await screen.findByRole('dialog', { name: 'Withdraw' });
  await within(sheet).findByLabelText('Pay password');
  return sheet;
}

async function confirm(user: UserEvent, sheet: HTMLElement, password = 'secret-77'): Promise<void> {
  const field = within(sheet).getByLabelText('Pay password');
  await user.clear(field);
  await user.type(field, password);
  await user.click(within(sheet).getByRole('button', { name: 'Confirm' }));
}

test('shows fee and what arrives, asks for the pay password, and sends what was shown', async () => {
  const user = await openWithdraw();
  server.reply('wallet/out', { id: 41, status: 1, receive: '99.25' });
  const sheet = await ask(user);
  expect(factOf(form(), 'Receives')).toBe('99.25USDT');
  expect(factOf(sheet, 'Amount')).toBe('100.5 USDT');
  expect(factOf(sheet, 'Fee')).toBe('1.25 USDT');
  expect(factOf(sheet, 'Receives')).toBe('99.25 USDT');
  expect(factOf(sheet, 'Network')).toBe('Ethereum');
  expect(factOf(sheet, 'Recipient')).toBe(ADDRESS);
  server.refuse('withdrawal/detail', 'withdrawal_unknown', 'Unknown.');
  const current = keepReads('user/withdraw/list', ...MONEY_READS);
  await confirm(user, sheet);
  await waitFor(() => expect(here()).toBe('/pages/fund/withdraw_detail?id=41'));
  expect(current()).toEqual([]);
  expect(server.sent('wallet/out')).toEqual([
    {
      address: ADDRESS,
      currency: '3',
      number: '100.5',
      type: '0',
      network: 'eth',
      pay_password: 'secret-77',
    },
  ]);
});

test('another network has its own fee, and the address of the former one is dropped', async () => {
  const user = await openWithdraw();
  await fillIn(user, 'Address', ADDRESS);
  await fillIn(user, 'Amount', '100');
  await tap(user, /^Network/);
  await user.click(screen.getByRole('radio', { name: /Tron/ }));
  await waitFor(() => expect(factOf(form(), 'Receives')).toBe('99.5USDT'));
  expect(screen.getByLabelText('Address')).toHaveProperty('value', '');
  expect(screen.getByLabelText('Amount')).toHaveProperty('value', '100');
});

test.each([
  ['', 'Enter an amount'],
  ['1.1234567', 'At most 6 decimals'],
  ['9.999999', 'At least 10 USDT'],
  ['1234.567892', 'Insufficient balance'],
  ['617.500001', '24 h limit: 617.5 USDT left'],
])('refuses "%s" beside the amount and asks nothing', async (amount, error) => {
  const user = await openWithdraw();
  await fillIn(user, 'Address', ADDRESS);
  if (amount !== '') await fillIn(user, 'Amount', amount);
  await user.click(submitButton());
  expect(within(form()).getByRole('alert').textContent).toBe(error);
  expect(server.sent('wallet/get_info').some((fields) => 'address' in fields)).toBe(false);
});

test.each(['10', '617.5'])('takes exactly the bound %s', async (amount) => {
  const user = await openWithdraw();
  const sheet = await ask(user, amount);
  expect(factOf(sheet, 'Amount')).toBe(`${amount} USDT`);
});

test('says that the receiver is missing', async () => {
  const user = await openWithdraw();
  await fillIn(user, 'Amount', '100');
  await user.click(submitButton());
  expect(within(form()).getByRole('alert').textContent).toBe('Choose a recipient');
});

test('warns from the delayed amount on, not below', async () => {
  const user = await openWithdraw();
  await fillIn(user, 'Amount', '499.999999');
  expect(screen.queryByText(/leave after 60 minutes/)).toBeNull();
  await fillIn(user, 'Amount', '500');
  expect(screen.getByText(/Withdrawals of 500 USDT or more leave after 60 minutes/)).toBeTruthy();
});

test.each([
  ['an unverified account', { limit: { ...INFO.limit, level: 0 } }],
  ['a hold after a change of credentials', { held_until_ms: 4_000_000_000_000 }],
  ['withdraw protection', { protected_until_ms: 4_000_000_000_000 }],
])('cannot be asked for during %s', async (_, info) => {
  await openWithdraw(info);
  expect(submitButton()).toHaveProperty('disabled', true);
});

test('a first payment is sent only once its warning is accepted, and says so', async () => {
  const user = await openWithdraw({ first_payment: true });
  server.reply('wallet/out', { id: 41, status: 1, receive: '99.25' });
  server.refuse('withdrawal/detail', 'withdrawal_unknown', 'Unknown.');
  const sheet = await ask(user);
  expect(within(sheet).getByRole('button', { name: 'Confirm' })).toHaveProperty('disabled', true);
  await user.type(within(sheet).getByLabelText('Pay password'), 'secret-77{Enter}');
  expect(server.sent('wallet/out')).toEqual([]);
  await user.click(within(sheet).getByRole('checkbox'));
  await user.click(within(sheet).getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(server.sent('wallet/out')).toHaveLength(1));
  expect(server.sent('wallet/out')[0]).toMatchObject({ first_payment_ok: 'true' });
});

test('a wrong pay password is reported beside its field, and the next try is another request', async () => {
  const user = await openWithdraw();
  server.refuse('wallet/out', 'pay_password_wrong', 'Wrong pay password.');
  const sheet = await ask(user);
  await confirm(user, sheet, 'wrong');
  await within(sheet).findByText('Wrong pay password.');
  expect(within(sheet).getByLabelText('Pay password').getAttribute('aria-invalid')).toBe('true');
  server.reply('wallet/out', { id: 41, status: 1, receive: '99.25' });
  server.refuse('withdrawal/detail', 'withdrawal_unknown', 'Unknown.');
  await confirm(user, sheet);
  await waitFor(() => expect(server.sent('wallet/out')).toHaveLength(2));
  const [refused, sent] = server.received('wallet/out').map((call) => call.idempotencyKey);
  expect(sent).not.toBe(refused);
});

test('an account with an authenticator gives its code, and an empty one is not sent', async () => {
  const user = await openWithdraw();
  server.reply('safe/state', { ...SECURITY, totp: true });
  server.refuse('wallet/out', 'code_wrong', 'Wrong code.');
  const sheet = await ask(user);
  await confirm(user, sheet);
  expect(within(sheet).getByRole('alert').textContent).toBe('Enter the code');
  expect(server.sent('wallet/out')).toEqual([]);
  await user.type(within(sheet).getByLabelText('Authenticator code'), ' 123456 ');
  await user.click(within(sheet).getByRole('button', { name: 'Confirm' }));
  await within(sheet).findByText('Wrong code.');
  expect(server.sent('wallet/out')[0]).toMatchObject({ pay_password: 'secret-77', code: '123456' });
  expect(within(sheet).getByLabelText('Authenticator code').getAttribute('aria-invalid')).toBe('true');
});

test('a backup code is sent as it is shown', async () => {
  const user = await openWithdraw();
  server.reply('safe/state', { ...SECURITY, totp: true }).refuse('wallet/out', 'code_wrong', 'Wrong code.');
  const sheet = await ask(user);
  await user.type(within(sheet).getByLabelText('Authenticator code'), '7KQ2M-XR4TD');
  await confirm(user, sheet);
  await within(sheet).findByText('Wrong code.');
  expect(server.sent('wallet/out')[0]).toMatchObject({ code: '7KQ2M-XR4TD' });
});

test('asks for a code when the server wants one that the form did not expect', async () => {
  const user = await openWithdraw();
  server.refuse('wallet/out', 'code_required', 'A code is needed.');
  const sheet = await ask(user);
  await confirm(user, sheet);
  await within(sheet).findByLabelText('Authenticator code');
});

test('a refusal that no other try mends leaves nothing to confirm', async () => {
  const user = await openWithdraw();
  server.refuse('wallet/out', 'outflow_paused', 'Withdrawals are paused.');
  const sheet = await ask(user);
  await confirm(user, sheet);
  expect((await within(sheet).findByRole('alert')).textContent).toBe('Withdrawals are paused.');
  expect(within(sheet).getByRole('button', { name: 'Confirm' })).toHaveProperty('disabled', true);
});

test('too many attempts can be tried again later without asking anew', async () => {
  const user = await openWithdraw();
  server.refuse('wallet/out', 'too_many_attempts', 'Try again in an hour.');
  const sheet = await ask(user);
  await confirm(user, sheet);
  expect((await within(sheet).findByRole('alert')).textContent).toBe('Try again in an hour.');
  expect(within(sheet).getByRole('button', { name: 'Confirm' })).toHaveProperty('disabled', false);
});

test('a refusal of the address closes the confirmation and lands at the address, until another is chosen', async () => {
  const user = await openWithdraw();
  server.refuse('wallet/out', 'own_address', 'That is your own address.');
  await confirm(user, await ask(user));
  expect((await within(form()).findByRole('alert')).textContent).toBe('That is your own address.');
  expect(document.querySelector('dialog[open]')).toBeNull();
  await fillIn(user, 'Address', ADDRESS.toLowerCase());
  expect(within(form()).queryByRole('alert')).toBeNull();
});

test('a double tap sends once; without an answer the same request is sent again under its key', async () => {
  const user = await openWithdraw();
  server.loseAnswer('wallet/out');
  const { release } = server.hold('wallet/out');
  const sheet = await ask(user);
  await user.type(within(sheet).getByLabelText('Pay password'), 'secret-77');
  const button = within(sheet).getByRole('button', { name: 'Confirm' });
  await user.dblClick(button);
  await user.keyboard('{Escape}');
  await user.click(within(sheet).getByRole('button', { name: 'Close' }));
  expect(server.sent('wallet/out')).toHaveLength(1);
  release();
  await within(sheet).findByText(/^No connection/);
  server.reply('wallet/out', { id: 41, status: 1, receive: '99.25' });
  server.refuse('withdrawal/detail', 'withdrawal_unknown', 'Unknown.');
  await user.click(button);
  await waitFor(() => expect(statusText()).toBe('Withdrawal requested'));
  const [first, second] = server.received('wallet/out');
  expect(second).toEqual(first);
});

test('who comes back after a withdrawal finds the balance that is left', async () => {
  const user = await openWithdraw();
  server.reply('wallet/out', { id: 41, status: 1, receive: '99.25' });
  server.refuse('withdrawal/detail', 'withdrawal_unknown', 'Unknown.');
  await confirm(user, await ask(user));
  await waitFor(() => expect(here()).toBe('/pages/fund/withdraw_detail?id=41'));
  const before = server.sent('withdrawal/currencies').length;
  go.push('/pages/fund/withdraw');
  await waitFor(() => expect(server.sent('withdrawal/currencies').length).toBeGreaterThan(before));
});

test('an account without a pay password is led to set one', async () => {
  const user = await openWithdraw();
  server.reply('safe/state', { ...SECURITY, pay_password: false });
  await fillIn(user, 'Address', ADDRESS);
  await fillIn(user, 'Amount', '100');
  await user.click(submitButton());
  await tap(user, 'Set a pay password');
  await waitFor(() => expect(here()).toBe('/pages/setting/payPassword'));
  expect(server.sent('wallet/out')).toEqual([]);
});

test('cancelling sends nothing and keeps what was typed', async () => {
  const user = await openWithdraw();
  const sheet = await ask(user);
  await user.click(within(sheet).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(document.querySelector('dialog[open]')).toBeNull());
  expect(screen.getByLabelText('Amount')).toHaveProperty('value', '100.5');
  expect(screen.getByLabelText('Address')).toHaveProperty('value', ADDRESS);
  expect(server.sent('wallet/out')).toEqual([]);
});

test('accepts groups of thousands', async () => {
  const user = await openWithdraw({ limit: { ...INFO.limit, left: '5000' } });
  server.reply('wallet/out', { id: 41, status: 1, receive: '998.75' });
  const sheet = await ask(user, '1,000');
  server.refuse('withdrawal/detail', 'withdrawal_unknown', 'Unknown.');
  await confirm(user, sheet);
  await waitFor(() => expect(server.sent('wallet/out')).toMatchObject([{ number: '1000' }]));
});

test('from the limit on asks whose wallet it is, before the pay password, and sends what belongs to the choices', async () => {
  const user = await openWithdraw({ wallet_owner_from: '100' });
  await fillIn(user, 'Address', ADDRESS);
  await fillIn(user, 'Amount', '99.999999');
  expect(screen.queryByRole('region', { name: 'Recipient wallet' })).toBeNull();
  await fillIn(user, 'Amount', '100');
  const wallet = await screen.findByRole('region', { name: 'Recipient wallet' });
  await user.click(submitButton());
  expect(
    within(wallet)
      .getAllByRole('alert')
      .map(({ textContent }) => textContent),
  ).toEqual(['Choose the wallet owner', 'Choose the wallet type']);
  expect(screen.queryByRole('dialog', { name: 'Withdraw' })).toBeNull();
  await tap(user, /^Wallet owner/);
  await user.click(await screen.findByRole('radio', { name: 'Another person' }));
  await fillIn(user, 'Beneficiary name', ' Ann Lee ');
  await tap(user, /^Wallet type/);
  await user.click(await screen.findByRole('radio', { name: 'Self-custody wallet' }));
  server.reply('wallet/out', { id: 41, status: 1, receive: '98.75' });
  server.refuse('withdrawal/detail', 'withdrawal_unknown', 'Unknown.');
  await user.click(submitButton());
  const sheet = await screen.findByRole('dialog', { name: 'Withdraw' });
  await within(sheet).findByLabelText('Pay password');
  await confirm(user, sheet);
  await waitFor(() => expect(here()).toBe('/pages/fund/withdraw_detail?id=41'));
  expect(server.sent('wallet/out')).toMatchObject([
    { number: '100', wallet_owner: 'other', beneficiary_name: 'Ann Lee', wallet_hosting: 'self' },
  ]);
  expect(server.sent('wallet/out')[0]).not.toHaveProperty('exchange_name');
});

test('a wallet that an earlier withdrawal named is not asked again, but can be changed', async () => {
  const known = { wallet_owner: 'own', wallet_hosting: 'exchange' } as const;
  const user = await openWithdraw({ wallet_owner_from: '100', wallet_known: known });
  await fillIn(user, 'Address', ADDRESS);
  await fillIn(user, 'Amount', '100');
  await screen.findByText(
    'As in your last withdrawal to this address: My own wallet, Wallet at an exchange.',
  );
  expect(screen.queryByText('Choose the wallet owner')).toBeNull();
  server.reply('wallet/out', { id: 41, status: 1, receive: '98.75' });
  server.refuse('withdrawal/detail', 'withdrawal_unknown', 'Unknown.');
  await user.click(submitButton());
  const sheet = await screen.findByRole('dialog', { name: 'Withdraw' });
  await within(sheet).findByLabelText('Pay password');
  await user.click(within(sheet).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(document.querySelector('dialog[open]')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Change' }));
  await user.click(submitButton());
  await screen.findAllByText('Choose the wallet owner');
  await tap(user, /^Wallet owner/);
  await user.click(await screen.findByRole('radio', { name: 'My own wallet' }));
  await tap(user, /^Wallet type/);
  await user.click(await screen.findByRole('radio', { name: 'Self-custody wallet' }));
  await user.click(submitButton());
  await confirm(user, await screen.findByRole('dialog', { name: 'Withdraw' }));
  await waitFor(() =>
    expect(server.sent('wallet/out')).toMatchObject([{ wallet_owner: 'own', wallet_hosting: 'self' }]),
  );
});

test('an address is looked up again after that of another one was changed', async () => {
  const known = { wallet_owner: 'own', wallet_hosting: 'exchange' } as const;
  const user = await openWithdraw({ wallet_owner_from: '100', wallet_known: known });
  await fillIn(user, 'Amount', '100');
  await fillIn(user, 'Address', ADDRESS);
  await screen.findByText(/^As in your last withdrawal to this address/u);
  await tap(user, 'Change');
  expect(screen.queryByText(/^As in your last withdrawal/u)).toBeNull();
  await fillIn(user, 'Address', '0xde709f2102306220921060314715629080e2fb77');
  await screen.findByText(/^As in your last withdrawal to this address/u);
});

test('a known wallet sends no answer', async () => {
  const known = { wallet_owner: 'other', wallet_hosting: 'self' } as const;
  const user = await openWithdraw({ wallet_owner_from: '100', wallet_known: known });
  server.reply('wallet/out', { id: 41, status: 1, receive: '98.75' });
  const sheet = await ask(user, '100');
  server.refuse('withdrawal/detail', 'withdrawal_unknown', 'Unknown.');
  await confirm(user, sheet);
  await waitFor(() => expect(here()).toBe('/pages/fund/withdraw_detail?id=41'));
  expect(server.sent('wallet/out')[0]).not.toHaveProperty('wallet_owner');
});

const PAID: AllReplies['withdrawal/detail'] = {
  ...{ id: 41, currency: 3, currency_name: 'USDT', type: 0, network: 'ethereum', address: ADDRESS },
  ...{ number: '100.5', rate: '1.25', receive: '99.25', status: 2, state: 'confirmed', waits: null },
  ...{ release_ms: null, reason: null, reason_text: '', txid: '0xabc', may_cancel: false },
  ...{ created_at: '2026-11-24 10:00:00', created_ms: 1_795_514_400_000, steps: [] },
  ...{ confirmations: 12, confirmations_needed: 12 },
};

test('a paid withdrawal links to the explorer that the server names, and to none without it', async () => {
  server.reply('withdrawal/detail', { ...PAID, explorer: 'https://explorer.example/tx/0xabc' });
  await openApp('/pages/fund/withdraw_detail?id=41');
  const link = await screen.findByRole('link', { name: 'View on explorer.example' });
  expect(link.getAttribute('href')).toBe('https://explorer.example/tx/0xabc');
  expect(link.getAttribute('rel')).toContain('noopener');
});

test('a withdrawal on a chain without an explorer shows its transaction only', async () => {
  server.reply('withdrawal/detail', { ...PAID, explorer: null });
  await openApp('/pages/fund/withdraw_detail?id=41');
  await screen.findByText('0xabc');
  expect(screen.queryByRole('link', { name: /View on/ })).toBeNull();
});
