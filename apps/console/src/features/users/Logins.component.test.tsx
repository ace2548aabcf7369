import { screen, within } from '@testing-library/react';
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
const refused = {
  id: 2,
  outcome: 'password_wrong' as const,
  way: 'password' as const,
  device: 'Chrome · Android',
  address: '203.0.113.7',
  new_device: false,
  created_at: '2026-11-24 10:00:00',
  created_ms: 1_700_000_000_000,
};

test('an operator reads the refused logins of a user only', async () => {
  server.reply('console/users', { ...NOTHING, data: [USER], total: 1 });
  server.reply('console/user', { user: USER, balances: [], value_usdt: '0', unvalued: [], sessions: [] });
  server.reply('console/user_logins', {
    ...NOTHING,
    data: [refused, { ...refused, id: 1, outcome: 'ok', device: 'Safari · iPhone' }],
    total: 2,
  });
  const user = openConsole('/users', RISK);
  await router.navigate({ to: '/users', search: { uid: USER.uid } });
  await user.click(await screen.findByRole('tab', { name: 'Devices' }));
  const logins = await screen.findByRole('region', { name: 'Login attempts' });
  await within(logins).findByText('Safari · iPhone');
  server.reply('console/user_logins', { ...NOTHING, data: [refused], total: 1 });
  await user.click(within(logins).getByText('Failed'));
  await within(logins).findByText('Chrome · Android');
  expect(within(logins).queryByText('Safari · iPhone')).toBeNull();
  expect(server.sent('console/user_logins').map(({ failed, page }) => [failed, page])).toEqual([
    ['0', '1'],
    ['1', '1'],
  ]);
});
