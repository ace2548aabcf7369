import { expect, test } from './fixture.ts';
import { OtcPages } from './pages/otc.ts';
import { call } from './server/api.ts';
import type { Person } from './server/people.ts';
import { newProof, statementOf } from './server/statements.ts';

const EUR = 'DE02120300000000202051';

/** A verified demo user. */
async function verified(name: string): Promise<Person> {
  const [email, password] = [`${name}@demo.karat.example`, `karat-${name}`];
  return { email, password, token: await call<string>('user/login', { user_string: email, password }) };
}

test('a bank transfer buys USDT: order, proof, statement, confirmation, coins', async ({ phone, desk }) => {
  const buyer = await verified('alice');
  const otc = new OtcPages(phone);
  const before = await otc.bought(buyer.token);
  await phone.loginAs(buyer);
  await phone.open('/pages/otc/otc');
  await otc.country('Germany');
  await otc.fill('You pay', '1500');
  await expect(
    phone
      .main()
      .getByText(/^1,[0-9]{3}\.[0-9]+\s?USDT$/)
      .first(),
  ).toBeVisible();
  await otc.payer('Alice Liddell', 'alice@mail.example', '+49 170 1234567');
  await otc.button('Place order').click();
  await expect(phone.page.getByRole('timer')).toHaveText(/^23:59:[0-9]{2}$/);
  // The order is another screen than the form: scroll position and focus start at its top.
  await expect(phone.title('Purchase')).toBeFocused();
  await expect.poll(() => phone.page.evaluate(() => window.scrollY)).toBe(0);
  const reference = await otc.detail('Reference');
  expect(reference).toMatch(/^RF[0-9]{2} KRT[0-9] [0-9]{4} [0-9]{4}$/);
  expect(await otc.detail('Account number or IBAN')).toBe(EUR);

  await otc.button('I have paid').click();
  await expect(phone.main().getByRole('alert')).toHaveText('Add a screenshot of your transfer first');
  await otc.proof(newProof());
  await otc.button('I have paid').click();
  await expect(phone.main().getByText('Proof sent').first()).toBeVisible();

  const console = await desk('finance');
  const { page } = console;
  await console.go('Fiat purchases');
  await page.getByRole('tab', { name: 'Bank statements' }).click();
  await page.getByLabel('Account').click();
  await page.locator('.ant-select-item-option').filter({ hasText: EUR }).click();
  await page.getByLabel('Statement', { exact: true }).setInputFiles({
    name: 'statement.xml',
    mimeType: 'text/xml',
    buffer: statementOf(EUR, [{ amount: '1500.00', payer: 'Alice Liddell', words: `Karat ${reference}` }]),
  });
  await page.getByRole('button', { name: 'Import' }).click();
  await expect(page.getByText('1 credits read, 1 fit a purchase')).toBeVisible();

  // The importer of a statement cannot confirm what it pays.
  await page.getByRole('tab', { name: 'Purchases' }).click();
  await console.row(reference.replaceAll(' ', '')).getByRole('button', { name: 'Open' }).click();
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Credit' })).toBeDisabled();

  const second = await desk('admin');
  await second.go('Fiat purchases');
  await second.row(reference.replaceAll(' ', '')).getByRole('button', { name: 'Open' }).click();
  await expect(second.page.getByAltText('Proof of payment')).toBeVisible();
  await second.page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await second.page.getByRole('button', { name: 'Credit' }).click();
  await expect(second.page.getByText('Credited. The buyer has been notified.')).toBeVisible();

  await expect(phone.main().getByText('Payment successful').first()).toBeVisible({ timeout: 20_000 });
  expect(await otc.bought(buyer.token)).toBeGreaterThan(before + 1_500);
});

test('a card payment on the simulated page is credited at once, and an unsupported country says so', async ({
  phone,
}) => {
  const buyer = await verified('alice');
  const otc = new OtcPages(phone);
  await phone.loginAs(buyer);
  await phone.open('/pages/otc/otc');
  await otc.country('Cuba');
  await expect(phone.page.getByRole('alert')).toHaveText('Your area is temporarily not supported');
  await expect(otc.button('Place order')).toBeDisabled();
  await otc.country('United States');
  await otc.fill('You pay', '100');
  await phone.main().getByRole('radio', { name: /^Card/ }).locator('xpath=..').click();
  await otc.payer('Alice Liddell', 'alice@mail.example', '+1 212 555 0100');
  await otc.button('Place order').click();
  await otc.button('Pay now').click();
  await expect(phone.page.getByRole('heading', { name: 'Simulated payment page' })).toBeVisible();
  await expect(phone.page.getByText('100 USD')).toBeVisible();
  await phone.page.getByRole('button', { name: 'Payment succeeds' }).click();
  await expect(phone.main().getByText('Payment successful').first()).toBeVisible();
  await expect(phone.main().getByText('Simulated')).toBeVisible();
});
