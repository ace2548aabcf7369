import { expect, test } from './fixture.ts';
import { call } from './server/api.ts';

test('a coupon pays the margin of one futures position, and is paid back at the close', async ({ phone }) => {
  const token = await call<string>('user/login', {
    user_string: 'alice@demo.karat.example',
    password: 'karat-alice',
  });
  await phone.loginAs({ token });
  await phone.open('/pages/setting/coupon');
  const { page } = phone;
  const coupon = page.getByRole('listitem').filter({ hasText: 'USDT trial margin' });
  await coupon.getByRole('button', { name: 'Use' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Open the ticket' }).click();
  await phone.expectAt('/pages/transaction/contract');

  const ticket = page.getByRole('region', { name: 'Futures order' });
  await ticket.getByRole('button', { name: /^Use coupon: / }).click();
  await page
    .getByRole('listbox', { name: 'Use coupon' })
    .getByRole('option', { name: /USDT · up to/ })
    .click();
  await expect(ticket.getByText('You can’t lose your own money.')).toBeVisible();
  await ticket.getByRole('button', { name: 'Open long' }).click();
  const question = page.getByRole('dialog');
  await expect(question.getByText('Max loss of your own money')).toBeVisible();
  await question.getByRole('button', { name: 'Open long' }).click();
  await phone.expectToast(/^Position opened: /);

  const card = page.getByRole('article', { name: 'Long BTC/USDT' });
  await expect(card).toContainText('Coupon');
  await expect(card).toContainText('Profit after fees is yours, a loss is not.');
  await card.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close now' }).click();
  await phone.expectToast('Position closed');

  await phone.open('/pages/transaction/contract_order');
  await page.getByRole('article').first().getByRole('link', { name: 'Check the receipt' }).click();
  await phone.expectAt('/pages/proofs/verify');
  for (const fact of ['Returned to Karat', 'Paid to you'])
    await expect(page.getByText(fact, { exact: true })).toBeVisible();
  await phone.open('/pages/setting/coupon');
  await expect(coupon).toContainText('Used');
});
