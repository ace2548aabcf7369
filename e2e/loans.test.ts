import { expect, test } from './fixture.ts';
import { call } from './server/api.ts';

const PAY_PASSWORD = '274951';

test('a market maker applies, an operator approves, and the borrower repays in part', async ({
  phone,
  desk,
}) => {
  const [email, password] = ['dana@demo.karat.example', 'karat-dana'];
  const token = await call<string>('user/login', { user_string: email, password });
  await phone.loginAs({ token });
  const { page } = phone;

  // The demo application is in the way: the borrower withdraws it.
  await phone.open('/pages/common/borrowing');
  await expect(page.getByText('You already have an application under review.')).toBeVisible();
  await page.getByRole('link', { name: /Under review/ }).click();
  await phone.expectAt('/pages/common/loan');
  await page.getByRole('button', { name: 'Withdraw application' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw application' }).click();
  await phone.expectToast('Withdrawn');

  await phone.open('/pages/common/borrowing');
  const amount = page.getByRole('textbox', { name: 'Amount', exact: true });
  await page.getByRole('textbox', { name: 'Collateral in BTC' }).fill('3');
  await amount.fill('100');
  await page.getByRole('textbox', { name: 'Purpose' }).fill('Liquidity for ETH/USDT');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText(/Enter 500,000 to 10,000,000 USDT/)).toBeVisible();
  await amount.fill('500000');
  await expect(page.getByText(/To repay at maturity/)).toBeVisible();
  await expect(page.getByText(/Worst case: below a risk rate of 110/)).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  const sheet = page.getByRole('dialog', { name: /Borrow 500,000 USDT/ });
  await sheet.getByLabel('Pay password').fill(PAY_PASSWORD);
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await phone.expectToast('Application sent');

  const console = await desk('finance');
  await console.go('Loans');
  await console.row('500,000').getByRole('button', { name: 'Open' }).click();
  const drawer = console.page.getByRole('dialog', { name: /Loan \d+/ });
  await expect(drawer).toContainText('Liquidity for ETH/USDT');
  await drawer.getByLabel('Reason').first().fill('a market maker of years');
  await drawer.getByRole('button', { name: 'Approve' }).click();
  await expect(console.page.getByText('Approved and paid out')).toBeVisible();

  await phone.open('/pages/common/repayment');
  await page.getByRole('tab', { name: 'Part' }).click();
  await page.getByRole('textbox', { name: 'Amount' }).fill('1000');
  await page.getByRole('button', { name: 'Repay' }).click();
  await page
    .getByRole('dialog', { name: 'Confirm repayment' })
    .getByRole('button', { name: 'Repay' })
    .click();
  await phone.expectToast('Repayment made');
  await phone.expectAt('/pages/common/loan');
  await expect(page.getByRole('meter', { name: 'Risk rate' })).toBeVisible();
  await expect(page.getByText('Repayment', { exact: true })).toBeVisible();
});
