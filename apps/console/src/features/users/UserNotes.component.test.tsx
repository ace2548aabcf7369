import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { RISK, openConsole, server } from '../../testing/console.tsx';
import { router } from '../../app/router.tsx';

const NOTHING = { current_page: 1, data: [], last_page: 1, per_page: 10, total: 0 };
const USER = {
  uid: 100_001,
  email: 'alice@people.example',
  phone: null,
  nickname: 'Alice',
  status: 'active' as const,
  house: false,
  created_ms: 1_700_000_000_000,
  seen_ms: null,
};

test('an operator reads the notes on a user and adds one', async () => {
  server.reply('console/users', { ...NOTHING, data: [USER], total: 1 });
  server.reply('console/user', { user: USER, balances: [], value_usdt: '0', unvalued: [], sessions: [] });
  const note = { id: 1, operator: 'rita', text: 'Called about a deposit', created_ms: 1_700_000_000_000 };
  server.reply('console/user_notes', NOTHING);
  server.reply('console/user_note', note);
  const user = openConsole('/users', { ...RISK, role: 'finance' });
  await router.navigate({ to: '/users', search: { uid: USER.uid } });
  await user.click(await screen.findByRole('tab', { name: 'Notes' }));
  const notes = await screen.findByRole('region', { name: 'Notes' });
  await within(notes).findByText('No notes on this user');
  const button = within(notes).getByRole<HTMLButtonElement>('button', { name: 'Add note' });
  expect(button.disabled).toBe(true);
  fireEvent.change(within(notes).getByLabelText('New note'), {
    target: { value: ' Called about a deposit ' },
  });
  server.reply('console/user_notes', { ...NOTHING, data: [note], total: 1 });
  await user.click(button);
  await within(notes).findByText('Called about a deposit', { selector: 'div' });
  expect(server.sent('console/user_note')).toEqual([{ uid: 100_001, text: 'Called about a deposit' }]);
});
