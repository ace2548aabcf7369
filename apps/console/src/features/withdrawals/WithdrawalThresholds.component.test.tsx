import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { RISK, openConsole, server } from '../../testing/console.tsx';

const THRESHOLDS = {
  version: 3,
  automatic_usdt: '1000',
  two_people_usdt: '50000',
  alone_operator_usdt: '150000',
  alone_user_usdt: '50000',
  alone_day_usdt: '500000',
  delay_usdt: '50000',
  delay_minutes: 60,
  asked_by: 'ada',
  approved_by: 'rita',
  changed_ms: 1_795_000_000_000,
};

test('thresholds show who decided them; a change sends what differs, with the version', async () => {
  server.reply('console/withdrawal_thresholds', THRESHOLDS);
  server.refuse('console/withdrawal_thresholds_change', 'approval_stale', 'This request is out of date.');
  const user = openConsole('/withdrawals', RISK);
  await user.click(await screen.findByRole('tab', { name: 'Thresholds' }));
  await screen.findByText(/requested by ada, approved by rita/);
  await user.click(screen.getByRole('button', { name: 'Change thresholds' }));
  // Without styles antd gives all its parts one id, so that the dialog has no name here.
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('Change the thresholds of withdrawals')).toBeTruthy();
  const two = within(dialog).getByLabelText('Two operators from (USDT)');
  await user.clear(two);
  await user.type(two, '999');
  expect(await within(dialog).findByText('Not below what needs no operator')).toBeTruthy();
  await user.clear(two);
  await user.type(two, '20000');
  await user.type(within(dialog).getByLabelText('Reason'), 'more fraud lately');
  await user.click(within(dialog).getByRole('button', { name: 'Ask for approval' }));
  expect(await within(dialog).findByText('This request is out of date.')).toBeTruthy();
  expect(server.sent('console/withdrawal_thresholds_change')).toEqual([
    { version: 3, two_people_usdt: '20000', reason: 'more fraud lately' },
  ]);
});

test('operators of finance read the thresholds, those of support do not see them', async () => {
  server.reply('console/withdrawal_thresholds', THRESHOLDS);
  const user = openConsole('/withdrawals', { ...RISK, role: 'finance' });
  await user.click(await screen.findByRole('tab', { name: 'Thresholds' }));
  await screen.findByText(/requested by ada/);
  expect(screen.queryByRole('button', { name: 'Change thresholds' })).toBeNull();
});
