import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openApp, server } from '../../testing/app.tsx';

test('the response time is measured where the service has one address only', async () => {
  server.reply('getLines', []);
  server.reply('getSetting', '1.0.0');
  await openApp('/pages/SwitchLine/SwitchLine');
  await screen.findByText(/^Only one line is available/);
  await screen.findByText(/^[0-9]+ ms$/);
  expect(screen.getByRole('radio', { name: /This address/ })).toBeTruthy();
});
