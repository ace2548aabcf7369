import { call } from './server/api.ts';
import { expect, test } from './fixture.ts';

test('a long is opened, gets a stop and margin, is reversed and closed; its bill is in the history and in the bills', async ({
  phone,
  person,
}) => {
  await call(
    'wallet/change',
    { currency_id: 3, number: '1000', from_field: 'change', to_field: 'lever' },
    { token: person.token },
  );
  await phone.open('/pages/transaction/contract');
  const { page } = phone;
  const ticket = page.getByRole('region', { name: 'Futures order' });
  await phone.select('Margin mode', 'Isolated');
  await expect(ticket.getByText('Max open')).toBeVisible();
  await ticket.getByRole('button', { name: 'Open long' }).click();
  const question = page.getByRole('dialog');
  for (const line of ['Entry price', 'Cost', 'Liq. price', 'Max loss', 'Balance after'])
    await expect(question.getByText(line, { exact: true })).toBeVisible();
  await question.getByRole('button', { name: 'Open long' }).click();
  await phone.expectToast(/^Position opened: /);

  const card = page.getByRole('article', { name: 'Long BTC/USDT' });
  await expect(card).toContainText(/Isolated · 10×/);
  await card.getByRole('button', { name: 'TP/SL' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Stop loss' }).fill('1000');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await phone.expectToast('Saved');
  await expect(card).toContainText(/1,000/);

  await card.getByRole('button', { name: 'Margin', exact: true }).click();
  const margin = page.getByRole('dialog', { name: 'Margin BTC/USDT' });
  await margin.getByRole('textbox', { name: 'Amount' }).fill('50');
  await expect(margin.getByText('→').first()).toBeVisible();
  await margin.getByRole('button', { name: 'Add margin' }).click();
  await phone.expectToast('Margin added');

  await card.getByRole('button', { name: 'Reverse', exact: true }).click();
  const reversal = page.getByRole('dialog', { name: 'Reverse BTC/USDT' });
  for (const line of ['Exit price', 'Entry price', 'Liq. price'])
    await expect(reversal.getByText(line, { exact: true })).toBeVisible();
  await reversal.getByRole('button', { name: 'Reverse now' }).click();
  await phone.expectToast('Position reversed');
  await expect(card).toBeHidden();

  const short = page.getByRole('article', { name: 'Short BTC/USDT' });
  await short.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close now' }).click();
  await phone.expectToast('Position closed');
  await expect(page.getByText('No open positions.')).toBeVisible();

  await phone.open('/pages/transaction/contract_order');
  const bills = page.getByRole('article');
  await expect(bills.first()).toContainText(/Short.*BTC\/USDT.*Closed.*Fees/s);
  await expect(bills.last()).toContainText(/Long.*BTC\/USDT.*Closed.*Fees/s);
  await bills.first().getByRole('link', { name: 'Check the receipt' }).click();
  await phone.expectAt('/pages/proofs/verify');
  await expect(page.getByText('It is about your account')).toBeVisible();
  // The tick of the close is signed when its minute is over; the page polls.
  await expect(page.getByText('Proved in your browser')).toBeVisible({ timeout: 90_000 });
  await expect(page.locator('[data-state=proved]')).toHaveCount(8);
  await expect(page.getByText('By you')).toBeVisible();
  await page.getByRole('tab', { name: /^Opened/ }).click();
  await expect(page.locator('[data-state=proved]')).toHaveCount(8);
  await expect(page.getByText('By you')).toBeHidden();

  await phone.open('/pages/setting/bill');
  for (const kind of ['Futures position closed', 'Futures fee'])
    await expect(page.getByText(kind).first()).toBeVisible();
  await page
    .getByRole('button', { name: /^Futures position closed/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('link', { name: 'Check the receipt' }).click();
  await phone.expectAt('/pages/proofs/verify');
  await expect(page.getByText('Proved in your browser')).toBeVisible();
});
