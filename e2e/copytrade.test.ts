import { expect, test } from './fixture.ts';
import { call } from './server/api.ts';

test("a trader is followed, and an order is copied and closed with the trader's", async ({
  phone,
  person,
}) => {
  const login = { user_string: 'bruno@demo.karat.example', password: 'karat-bruno' };
  const trader = { token: await call<string>('user/login', login) };
  const toContracts = { currency_id: 3, number: 500, from_field: 'change', to_field: 'lever' };
  await call('wallet/change', toContracts, trader);
  await call('wallet/change', toContracts, { token: person.token });

  await phone.open('/pages/copytrade/copy');
  await phone.page.getByRole('link', { name: /Demo trader/ }).click();
  await phone.page.getByRole('button', { name: 'Copy this trader' }).click();
  await phone.page.getByLabel('Amount', { exact: true }).fill('800');
  await phone.page.getByText('Multiple', { exact: true }).click();
  await phone.page.getByLabel('Multiple of the trader’s lots').fill('2');
  await phone.page.getByLabel('Stop at a loss of').fill('abc');
  await expect(phone.page.getByRole('alert').filter({ hasText: 'Enter a valid number' })).toBeVisible();
  await phone.page.getByLabel('Stop at a loss of').fill('400');
  await expect(phone.page.getByRole('region', { name: 'Last 30 days with these settings' })).toContainText(
    'Past result',
  );
  await phone.page.getByRole('button', { name: 'Copy this trader' }).click();
  await phone.expectToast(/^You are now copying .+$/);

  const order = { currency_id: 1, legal_id: 3, type: 1, status: 1, share: 1, multiple: 10 };
  const opened = await call<{ id: number }>('lever/submit', order, trader);
  await phone.open('/pages/copytrade/my');
  await phone.page.getByRole('tab', { name: 'Open copies' }).click();
  const copy = phone.main().getByRole('listitem').filter({ hasText: 'BTC/USDT' });
  await expect(copy).toBeVisible();
  await phone.page.getByRole('tab', { name: 'Traders' }).click();
  await phone.page.getByRole('button', { name: 'Pause' }).click();
  await phone.page.getByRole('dialog', { name: 'Pause' }).getByRole('button', { name: 'Pause' }).click();
  await expect(phone.main().getByRole('listitem')).toContainText('Paused');
  await call('lever/close', { id: opened.id }, trader);
  await phone.page.getByRole('tab', { name: 'Open copies' }).click();
  await expect(phone.main().getByText('No copied positions are open.')).toBeVisible();
  await phone.page.getByRole('tab', { name: 'Traders' }).click();
  await phone.page.getByRole('button', { name: 'Stop', exact: true }).click();
  // The list may still count the copy that has just closed.
  const stop = { name: /^Stop(, keep open copies| copying)$/ };
  await phone.page.getByRole('dialog').getByRole('button', stop).click();
  await expect(phone.main().getByRole('listitem')).toContainText('Ended');
});

test('an unverified user is sent to verification before becoming a trader', async ({ phone, person: _ }) => {
  await phone.open('/pages/follow/index');
  await phone.page.getByLabel('About your trading').fill('I trade slowly and with stops.');
  await phone.page.getByRole('button', { name: 'Send application' }).click();
  await expect(phone.page).toHaveURL(/pages\/setting\/real/);
});
