import { expect, test } from './fixture.ts';

test("a transfer moves money between the user's accounts and is in its history", async ({
  phone,
  funds,
  person: _,
}) => {
  await phone.open('/pages/fund/transfer');
  await funds.pick('To', 'Options');
  await funds.amount().fill('10001');
  await funds.submit('Transfer').click();
  await expect(phone.page.getByRole('alert')).toHaveText('Insufficient balance');
  await funds.amount().fill('250.5');
  await funds.submit('Transfer').click();
  await phone.expectToast('Transferred');
  await expect(phone.page.getByText('Available 9,749.5')).toBeVisible();
  await phone.page.getByRole('link', { name: 'Transfer history' }).click();
  await expect(funds.movement('250.5')).toContainText(/Exchange.*Options/s);
  await phone.open('/pages/fund/assets');
  await phone.page.getByRole('tab', { name: 'Options' }).click();
  await expect(funds.balance('USDT')).toContainText('250.5');
});

test('a conversion shows fee and result before confirming, and both are in its history', async ({
  phone,
  funds,
  person: _,
}) => {
  await phone.open('/pages/fund/fundTransfer');
  await funds.amount().fill('1000');
  const form = phone.page.locator('form');
  await expect(form.getByText(/^Fee \([0-9.]+%\)$/)).toBeVisible();
  await funds.submit('Convert').click();
  const question = phone.page.getByRole('dialog', { name: 'Convert' });
  await expect(question.getByText('Balance after')).toBeVisible();
  await question.getByRole('button', { name: 'Convert' }).click();
  await phone.expectToast(/^Converted: 0\.0[0-9]+ BTC received$/);
  const history = phone.page.getByRole('region', { name: 'Conversion history' });
  await expect(history.getByRole('listitem')).toHaveCount(1);
  await expect(history.getByRole('listitem')).toContainText(/1,000\s?USDT.*BTC/s);
});

test('bills show every movement with the balance before and after, and can be filtered', async ({
  phone,
  funds,
  person: _,
}) => {
  await phone.open('/pages/fund/transfer');
  await funds.amount().fill('40');
  await funds.submit('Transfer').click();
  await phone.expectToast('Transferred');

  await phone.open('/pages/setting/bill', { view: 'entries' });
  // Demo money in three coins, and both postings of the transfer.
  await expect(funds.movement(/./)).toHaveCount(5);
  const sheet = await funds.openMovement(/[-−]40\.00\s?USDT/);
  await expect(funds.fact(sheet, 'Before')).toHaveText(/10,000/);
  await expect(funds.fact(sheet, 'After')).toHaveText(/9,960/);
  await expect(funds.fact(sheet, 'Account')).toHaveText('Exchange');
  await sheet.getByRole('button', { name: 'Close' }).click();

  await phone.page.getByRole('button', { name: 'Filters' }).click();
  const filters = phone.page.getByRole('dialog', { name: 'Filters' });
  await filters.getByRole('group', { name: 'Account' }).getByRole('button', { name: 'Futures' }).click();
  await filters.getByRole('button', { name: 'Confirm' }).click();
  await expect(funds.movement(/./)).toHaveCount(1);
  await expect(funds.movement(/\+40\.00\s?USDT/)).toBeVisible();
  await phone.page.getByRole('button', { name: 'Filters' }).click();
  await filters.getByRole('group', { name: 'Currency' }).getByRole('button', { name: 'BTC' }).click();
  await filters.getByRole('button', { name: 'Confirm' }).click();
  await expect(phone.page.getByText('No movements match.')).toBeVisible();
  await phone.page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(funds.movement(/./)).toHaveCount(5);
});

test('amounts and small balances can be hidden', async ({ phone, funds, reader }) => {
  await phone.loginAs(reader);
  await phone.open('/pages/fund/assets');
  await expect(funds.balance('USDT')).toContainText('10,000');
  await phone.page.getByRole('button', { name: 'Hide amounts' }).click();
  await expect(funds.balance('USDT')).not.toContainText('10,000');
  await phone.page.getByRole('button', { name: 'Show amounts' }).click();
  const accounts = phone.page.getByRole('region', { name: 'Accounts' }).getByRole('listitem');
  await expect(accounts.nth(3)).toBeVisible();
  await phone.page.getByRole('button', { name: 'Hide small balances' }).click();
  await expect(accounts).toHaveCount(3);
});

test('bank cards receive coins and fiat money, networks only coins', async ({ phone, person: _ }) => {
  await phone.open('/pages/fund/withdraw');
  const expectChoices = async (expected: readonly string[]): Promise<void> => {
    await phone
      .main()
      .getByRole('button', { name: /^Currency/ })
      .click();
    const sheet = phone.page.getByRole('dialog', { name: 'Choose a currency' });
    const names = sheet.getByRole('radio').locator('xpath=following-sibling::span[1]/span[1]');
    await expect(names).toHaveText(expected);
    await sheet.getByRole('button', { name: 'Close' }).click();
    await expect(sheet).toBeHidden();
  };
  await expectChoices(['BTC', 'ETH', 'USDT', 'USDC']);
  await phone.page.getByRole('tab', { name: 'Bank card' }).click();
  await expectChoices(['USDT', 'USD', 'EUR']);
  await phone.page.getByRole('tab', { name: 'SWIFT' }).click();
  await expectChoices(['USDT', 'USD', 'EUR']);
});
