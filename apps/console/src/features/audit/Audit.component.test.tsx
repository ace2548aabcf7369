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
