import { sha256Hex } from '@karat/evidence';
import { readGiftCode } from '@karat/rules';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MONEY_READS, factOf, fillIn, keepReads, openApp, server, statusText } from '../../testing/app.tsx';
import { BTC_ROW, SECURITY, USDT_ROW, emptyPage } from '../../testing/fixtures.ts';

const GIFT = {
  id: 7,
  state: 'open' as const,
  currency: 3,
  currency_name: 'USDT',
  number: '25',
  note: '',
  nickname: '',
  created_ms: Date.parse('2026-11-20T02:00:00Z'),
  expires_ms: Date.parse('2026-11-27T02:00:00Z'),
  ended_ms: null,
};
const CODE = '7KQ2MXR4TD7KQ2MXR4TD7KQ2M';

test('a new code is created on the phone, its hash is sent, and it is shown once', async () => {
  server
    .reply('currency/user_currency_list', [
      { ...USDT_ROW, change_balance: '100' },
      { ...BTC_ROW, change_balance: '1' },
    ])
    .reply('currency/list', [USDT_ROW, BTC_ROW])
    .reply('wallet/send_limits', { level: 1, limit: '10000', used: '0', left: '10000' })
    .reply('safe/state', SECURITY)
    .reply('gift/list', emptyPage())
    .reply('gift/create', GIFT);
  const user = await openApp('/pages/fund/gifts');
  await fillIn(user, 'Amount', '25');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  const sheet = await screen.findByRole('dialog', { name: 'Gift code for 25 USDT' });
  await user.type(await within(sheet).findByLabelText('Pay password'), 'secret-77');
  expect(factOf(sheet, 'Valid for')).toBe('7 days');
  const current = keepReads('gift/list', 'wallet/send_limits', ...MONEY_READS);
  await user.click(within(sheet).getByRole('button', { name: 'Confirm' }));
  const shown = await screen.findByRole('dialog', { name: 'Your gift code' });
  const text = within(shown).getByText(/^([0-9A-Z]{5}-){4}[0-9A-Z]{5}$/u).textContent ?? '';
  const code = readGiftCode(text) ?? expect.fail('no code');
  const [sent] = server.sent('gift/create');
  expect(sent).toMatchObject({ currency_id: '3', number: '25', days: '7', code_hash: sha256Hex(code) });
  expect(JSON.stringify(sent)).not.toContain(code);
  await user.click(within(shown).getByRole('button', { name: 'I have saved the code' }));
  await waitFor(() => expect(screen.queryByText(text)).toBeNull());
  expect(current()).toEqual([]);
  expect(screen.getByLabelText('Amount')).toHaveProperty('value', '');
  expect(document.querySelector('[aria-invalid="true"]')).toBeNull();
});

test('a link fills in the code; a refused one is reported at the field, a short one is not sent', async () => {
  server
    .reply('gift/list', emptyPage())
    .refuse('gift/claim', 'gift_code_invalid', 'This gift code is not valid.');
  const user = await openApp(`/pages/fund/gifts?code=${CODE}`);
  await user.click((await screen.findAllByRole('button', { name: 'Claim' })).at(-1) ?? document.body);
  expect((await screen.findByRole('alert')).textContent).toBe('This gift code is not valid.');
  expect(server.sent('gift/claim')).toEqual([{ gift_code: CODE }]);
  server.reply('gift/claim', { ...GIFT, state: 'claimed', nickname: 'a***e' });
  await user.click(screen.getAllByRole('button', { name: 'Claim' }).at(-1) ?? document.body);
  await waitFor(() => expect(statusText()).toBe('25 USDT received'));
  expect(screen.getByLabelText('Gift code')).toHaveProperty('value', '');
  expect(document.querySelector('[aria-invalid="true"]')).toBeNull();
  await fillIn(user, 'Gift code', 'too short');
  await user.click(screen.getAllByRole('button', { name: 'Claim' }).at(-1) ?? document.body);
  expect((await screen.findByRole('alert')).textContent).toBe('Enter the 25 characters of the code');
  expect(server.sent('gift/claim')).toHaveLength(2);
});

test('an open gift is cancelled after a question, a claimed one shows who has it', async () => {
  const claimed = { ...GIFT, id: 6, state: 'claimed' as const, nickname: 'b***n', ended_ms: GIFT.expires_ms };
  server
    .reply('currency/user_currency_list', [{ ...USDT_ROW, change_balance: '100' }])
    .reply('currency/list', [USDT_ROW, BTC_ROW])
    .reply('wallet/send_limits', { level: 1, limit: '10000', used: '0', left: '10000' })
    .reply('gift/list', { ...emptyPage(), data: [GIFT, claimed], total: 2 })
    .reply('gift/cancel', { ...GIFT, state: 'cancelled', ended_ms: GIFT.expires_ms });
  const user = await openApp('/pages/fund/gifts');
  await screen.findByText('Claimed by b***n');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  const dialog = await screen.findByRole('dialog', { name: 'Cancel this gift?' });
  // The way out is not called like the action.
  expect(within(dialog).getByRole('button', { name: 'Go back' })).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(statusText()).toBe('Gift cancelled'));
  expect(server.sent('gift/cancel')).toEqual([{ id: '7' }]);
});
