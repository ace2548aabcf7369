import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fillIn, openApp, server, statusText, tap } from '../../testing/app.tsx';

const LABELS = {
  holder: 'Real name',
  bank: 'Bank name',
  account: 'Card or account number',
  iban: 'IBAN (optional)',
};

async function fillCard(user: UserEvent): Promise<void> {
  await fillIn(user, LABELS.holder, 'Ann Lee');
  await fillIn(user, LABELS.bank, 'First Bank');
  await fillIn(user, LABELS.account, '12345678');
}

test('says which fields are missing, and sends nothing', async () => {
  const user = await openApp('/pages/setting/bank_edit');
  await fillIn(user, LABELS.holder, 'Ann Lee');
  await tap(user, 'Save card');
  expect(screen.getAllByRole('alert')).toHaveLength(2);
  expect(screen.getByLabelText(LABELS.holder).getAttribute('aria-invalid')).not.toBe('true');
  expect(server.sent('user/cash_save')).toEqual([]);
});

test.each([
  ['iban_invalid', undefined, LABELS.iban],
  ['parameter_error', 'bank_name', LABELS.bank],
] as const)('shows the refusal %s of the field %s at it, until it changes', async (code, field, label) => {
  const user = await openApp('/pages/setting/bank_edit');
  server.refuse('user/cash_save', code, 'Not like this.', field);
  await fillCard(user);
  await tap(user, 'Save card');
  await screen.findByText('Not like this.');
  expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
  expect(statusText()).toBe('');
  await fillIn(user, label, 'Another');
  expect(screen.queryByText('Not like this.')).toBeNull();
});

test('shows a refusal of no field above the button', async () => {
  const user = await openApp('/pages/setting/bank_edit');
  server.refuse('user/cash_save', 'payees_full', 'No more cards.');
  await fillCard(user);
  await tap(user, 'Save card');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('No more cards.'));
  expect(document.querySelector('[aria-invalid=true]')).toBeNull();
});

test('a card is edited in full, and saved as itself', async () => {
  server.reply('user/cash_info', {
    ...{ id: 4, real_name: 'Ann Lee', bank_name: 'First Bank', bank_account: '12345678' },
    ...{ bank_branch: '', bank_code: 'FB1', iban: '', bank_address: '' },
  });
  const user = await openApp('/pages/setting/bank_edit?id=4');
  await fillIn(user, LABELS.account, '87654321');
  server.refuse('user/cash_save', 'payee_unknown', 'It is gone.');
  await tap(user, 'Save card');
  await screen.findByText('It is gone.');
  expect(server.sent('user/cash_info')[0]).toEqual({ id: '4' });
  expect(server.sent('user/cash_save')).toMatchObject([
    { id: '4', real_name: 'Ann Lee', bank_account: '87654321', bank_code: 'FB1' },
  ]);
});
