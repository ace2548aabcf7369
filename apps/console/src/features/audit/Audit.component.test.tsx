import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { RISK, openConsole, server } from '../../testing/console.tsx';

test('a number in the audit log is a user, and an empty result says so', async () => {
  server.reply('console/audit', { data: [], next: null });
  server.reply('console/audit_choices', { operators: ['rita'], actions: ['look at user'] });
  const user = openConsole('/audit', { ...RISK, role: 'admin' });
  await screen.findByText('No entries yet');
  await user.type(screen.getByLabelText('Subject or UID'), '100001{enter}');
  await screen.findByText('No entry matches the filter');
  expect(server.sent('console/audit').at(-1)).toEqual({ subject: 'user:100001', limit: '50' });
});

test('an export of the audit log has the filter of its list; a refusal stands beside the button', async () => {
  server.reply('console/audit', { data: [], next: null });
  server.reply('console/audit_choices', { operators: ['rita'], actions: ['look at user'] });
  server.refuse('console/audit_export', 'export_too_large', 'Too many rows.');
  const user = openConsole('/audit', { ...RISK, role: 'admin' });
  await screen.findByText('No entries yet');
  await user.click(screen.getByLabelText('Operator'));
  await user.click(await screen.findByText('rita', { selector: '.ant-select-item-option-content' }));
  await user.click(screen.getByLabelText('Subject or UID'));
  await user.paste('market:1');
  await user.keyboard('{Enter}');
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  await screen.findByText('Too many rows.');
  expect(server.sent('console/audit_export')).toEqual([{ operator: 'rita', subject: 'market:1' }]);
  expect(server.sent('console/audit').at(-1)).toMatchObject({ operator: 'rita', subject: 'market:1' });
});
