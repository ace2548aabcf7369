import { expect, test } from './fixture.ts';
import { call } from './server/api.ts';
import { newPerson } from './server/people.ts';

const PAY = '274951';
/** A verified demo user with a pay password. */
const verified = async (): Promise<{ readonly token: string }> => {
  const login = { user_string: 'alice@demo.karat.example', password: 'karat-alice' };
  return { token: await call<string>('user/login', login) };
};
const USDT = 3;
const BTC_USDT = 1;
/** Another demo user. */
const FRIEND = 'chloe@demo.karat.example';

test('the confirmation sheet stays open until the answer and shows it', async ({ phone }) => {
  const { page } = phone;
  await phone.loginAs(await verified());
  await phone.open('/pages/fund/fundTransfer', { view: 'send' });
  await page.getByLabel('UID or e-mail of the recipient').fill(FRIEND);
  await page.getByLabel('Amount', { exact: true }).fill('25');
  await page.getByRole('button', { name: 'Continue' }).click();
  const sheet = page.getByRole('dialog', { name: /^Send 25/ });
  await sheet.getByLabel('Pay password', { exact: true }).fill(PAY);
  const confirm = sheet.getByRole('button', { name: 'Confirm', exact: true });
  await expect(confirm).toBeDisabled();
  await sheet.getByLabel('I know this recipient, and nobody is pressuring me to pay').check();
  const sending = await phone.hold('wallet/send');
  await confirm.click();
  await sending.asked;
  await page.keyboard.press('Escape');
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(sheet).toBeVisible();
  sending.release();
  await phone.expectToast(/^Sent/);
  await expect(sheet).toBeHidden();
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('');
});

test('the payment goes to the looked-up recipient, whatever is typed before the answer', async ({
  phone,
}) => {
  const { page } = phone;
  await phone.loginAs(await verified());
  await phone.open('/pages/fund/fundTransfer', { view: 'send' });
  const recipient = page.getByLabel('UID or e-mail of the recipient');
  await recipient.fill(FRIEND);
  await page.getByLabel('Amount', { exact: true }).fill('25');
  const asking = await phone.hold('wallet/recipient');
  await page.getByRole('button', { name: 'Continue' }).click();
  await asking.asked;
  await recipient.fill('somebody-else@people.example');
  asking.release();
  await expect(page.getByRole('dialog', { name: /^Send 25/ })).toContainText(FRIEND);
});

test('a conversion whose answer is lost is retried with the same key and happens once', async ({
  phone,
  funds,
  person,
  complaints,
}) => {
  const { page } = phone;
  await phone.open('/pages/fund/fundTransfer');
  await funds.amount().fill('1000');
  await page.route('**/api/user/Transfer', async (route) => {
    await route.fetch();
    // A pending request cannot be dismissed.
    await page.keyboard.press('Escape');
    await route.abort();
  });
  await funds.submit('Convert').click();
  const question = page.getByRole('dialog', { name: 'Convert' });
  await question.getByRole('button', { name: 'Convert' }).click();
  await expect(question.getByRole('alert')).toHaveText(/^No connection/);
  await page.unroute('**/api/user/Transfer');
  await question.getByRole('button', { name: 'Convert' }).click();
  await phone.expectToast(/^Converted/);
  const done = await call<{ data: unknown[] }>('user/getTransferList', { page: 1 }, { token: person.token });
  expect(done.data).toHaveLength(1);
  complaints.splice(0, complaints.length, ...complaints.filter((line) => !line.includes('ERR_FAILED')));
});

test('a late answer does not redirect a user who has left the screen', async ({ phone, person: _ }) => {
  const { page } = phone;
  await phone.open('/pages/setting/setting');
  await page.getByRole('link', { name: /^Wallet addresses/ }).click();
  await page.getByRole('button', { name: 'Add an address' }).first().click();
  await phone.expectAt('/pages/setting/addWallet');
  await page.getByLabel('Address', { exact: true }).fill(`0x${'a1'.repeat(20)}`);
  await page.getByLabel('Name', { exact: true }).fill('Cold');
  const saving = await phone.hold('user/wallet/save');
  await page.locator('form').getByRole('button', { name: 'Add an address' }).click();
  await saving.asked;
  await page.getByRole('button', { name: 'Back' }).click();
  await phone.expectAt('/pages/setting/wallet');
  const answered = page.waitForResponse('**/api/user/wallet/save');
  saving.release();
  await answered;
  await expect(phone.main().getByText('Cold')).toBeVisible();
  await phone.expectAt('/pages/setting/wallet');
});

test('a late account of one user does not replace that of the next', async ({ phone, person: _ }) => {
  const { page } = phone;
  const next = await newPerson();
  const { uid } = await call<{ uid: string }>('user/info', {}, { token: next.token, method: 'GET' });
  const first = await phone.hold('user/info');
  await phone.open('/pages/setting/setting');
  await first.asked;
  const answered = page.waitForResponse('**/api/user/info*');
  await phone.otherTabLogsIn(next);
  await answered;
  await expect(page.getByText(`UID ${uid}`)).toBeVisible();
  const late = page.waitForResponse('**/api/user/info*');
  first.release();
  await late;
  await expect(page.getByText(`UID ${uid}`)).toBeVisible();
});

test('an order refused after its market was left is removed from the pending ones', async ({
  phone,
  trade,
  reader,
}) => {
  const { page } = phone;
  await phone.loginAs(reader);
  await phone.open('/pages/transaction/index', { id: BTC_USDT });
  await trade.field('Amount').fill('0.01');
  await trade.field('Price').fill('1000');
  const question = await trade.submit('Buy BTC');
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/coin/trade', async (route) => {
    await released;
    const body = JSON.stringify({ type: 'error', code: 0, message: 'Not now', error: 'price_out_of_range' });
    await route.fulfill({ contentType: 'application/json', body });
  });
  await question.getByRole('button', { name: 'Buy', exact: true }).click();
  await expect(trade.order('Sending')).toBeVisible();
  await page.getByRole('button', { name: /^Choose a market/ }).click();
  await page.getByRole('dialog', { name: 'Markets' }).getByRole('button', { name: /^ETH/ }).click();
  await expect(page.getByRole('region', { name: 'Buy ETH' })).toBeVisible();
  release();
  await phone.expectToast('Not now');
  await page.getByLabel('This market only').uncheck();
  await expect(page.getByText('No open orders')).toBeVisible();
});

test('a changed price is refused and the new one shown', async ({ phone }) => {
  const { page } = phone;
  await phone.loginAs(await verified());
  let asked = 0;
  await page.route('**/api/otc/config*', async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as { message: { currencies: { price: string | null }[] } };
    asked += 1;
    // The price before it moved.
    if (asked === 1)
      for (const sold of reply.message.currencies) if (sold.price !== null) sold.price = '7.77';
    await route.fulfill({ json: reply });
  });
  await phone.refuse('otc/order', 'fiat_price_moved', 'The price has moved');
  await phone.keep({ otc_country: 'HK' });
  await phone.open('/pages/otc/otc');
  await expect(page.getByText('7.77')).toBeVisible();
  await page.getByLabel('You pay', { exact: true }).fill('500');
  for (const field of ['Full name on the account', 'Phone'])
    await page.getByLabel(field, { exact: true }).fill(field === 'Phone' ? '+85251234567' : 'Vera');
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'The price has moved' })).toBeVisible();
  await expect(page.getByText('7.77')).toHaveCount(0);
});

test('balances of the next form are up to date after a movement', async ({ phone, funds, person: _ }) => {
  const { page } = phone;
  await phone.open('/pages/fund/fundTransfer');
  await expect(page.getByText('Available 10,000').first()).toBeVisible();
  await phone.visit('/pages/fund/transfer', { currency: USDT });
  await funds.amount().fill('4000');
  await funds.submit('Transfer').click();
  await phone.expectToast('Transferred');
  await phone.visit('/pages/fund/fundTransfer');
  await expect(page.getByText('Available 6,000').first()).toBeVisible();
});
