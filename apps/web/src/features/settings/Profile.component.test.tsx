import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readPreferences } from '../../lib/preferences.ts';
import { readSession } from '../../lib/session.ts';
import { fillIn, openApp, server, toastText } from '../../testing/app.tsx';
import { USER } from '../../testing/fixtures.ts';

test('a changed name is saved and kept, and an empty bio removes it', async () => {
  server.reply('user/info', { ...USER, signature: 'Long term.' });
  const user = await openApp('/pages/setting/userInfo');
  await screen.findByLabelText('Nickname');
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  expect(save.disabled).toBe(true);
  await fillIn(user, 'Nickname', 'b');
  await user.click(save);
  expect(screen.getByRole('alert').textContent).toBe('2 to 10 letters and digits');
  await fillIn(user, 'Nickname', 'bob');
  await user.clear(screen.getByLabelText('Bio'));
  const changed = { ...USER, nickname: 'bob', signature: '' };
  server.reply('user/editNickname', changed).reply('user/info', changed);
  await user.click(save);
  await waitFor(() => expect(toastText()).toBe('Saved'));
  expect(server.sent('user/editNickname')).toEqual([{ nickname: 'bob', signature: '' }]);
  expect(readSession().user?.nickname).toBe('bob');
  await waitFor(() => expect(save.disabled).toBe(true));
});

test('the currency of totals is kept here with its rate, and for the account', async () => {
  server.reply('user/info', USER).reply('fiat_rates', {
    ...{ source: 'fixed', saved_ms: null },
    data: [
      { currency_code: 'USD', rate: '1', symbol: '$' },
      { currency_code: 'JPY', rate: '150.5', symbol: '¥' },
    ],
  });
  server.reply('user/preferences', { ...USER, fiat: 'JPY' });
  const user = await openApp('/pages/setting/fiat');
  await user.click(await screen.findByRole('radio', { name: /^JPY/u }));
  await waitFor(() => expect(server.sent('user/preferences')).toEqual([{ fiat: 'JPY' }]));
  expect(readPreferences().fiat).toMatchObject({ currency_code: 'JPY', rate: '150.5' });
});
