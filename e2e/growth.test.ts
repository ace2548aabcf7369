import { randomInt } from 'node:crypto';
import { expect, test } from './fixture.ts';
import { Phone } from './pages/phone.ts';
import { call } from './server/api.ts';
import { codeSentTo, newAddress, newPerson } from './server/people.ts';

/** The pay password of verified demo users. */
const PAY_PASSWORD = '274951';
const USDT = 3;

/** The session of a demo user. */
const demoUser = async (name: string) => ({
  token: await call<string>('user/login', {
    user_string: `${name}@demo.karat.example`,
    password: `karat-${name}`,
  }),
});

test('a friend registers by the invite link and trades; the inviter receives the rebate to the last unit', async ({
  phone,
  auth,
  trade,
  browser,
}) => {
  const inviter = await newPerson();
  const { page } = phone;
  const { extension_code: invite } = await call<{ extension_code: string }>(
    'user/info',
    {},
    { token: inviter.token, method: 'GET' },
  );
  const email = newAddress();
  await phone.open('/pages/common/register', { invite });
  await auth.sendCodeTo(email);
  await auth.fillNew(await codeSentTo(email), 'a-good-password');
  await auth.createAccount();
  await phone.expectToast('Registration succeeded');
  await phone.closeNotice();

  await phone.open('/pages/transaction/index');
  await expect(trade.asks().first()).toBeVisible();
  await trade.chooseType('Market');
  await trade.field('Total').fill('5000');
  const question = await trade.submit('Buy BTC');
  await question.getByRole('button', { name: 'Buy', exact: true }).click();
  await phone.expectToast(/^Filled: 0\.[0-9]+ BTC at [0-9,.]+ USDT$/);
  const token = await page.evaluate(() => String(JSON.parse(localStorage.getItem('token') ?? '""')));
  const { data: fills } = await call<{ data: readonly { fee: string }[] }>(
    'coin/fills',
    { limit: 100 },
    { token, method: 'GET' },
  );
  const fee = fills.reduce((sum, fill) => sum + Math.round(Number(fill.fee) * 1e8), 0);
  const rebate = String(Math.floor(fee / 5) / 1e8);

  const other = await browser.newContext();
  try {
    const friend = new Phone(await other.newPage());
    await friend.loginAs(inviter);
    await friend.open('/pages/setting/share');
    await expect(friend.page.getByText('Earn 20% of your friends’ trading fees')).toBeVisible();
    await expect(friend.page.getByText(/^K\*\*\*/)).toBeVisible();
    await friend.page.getByRole('tab', { name: 'Rebates' }).click();
    const row = friend.page.getByRole('listitem').filter({ hasText: 'Paid' });
    await expect(row).toContainText('Spot', { timeout: 20_000 });
    await expect(row).toContainText(rebate);
    await friend.open('/pages/setting/vip');
    await expect(friend.page.getByRole('heading', { name: 'VIP 0' })).toBeVisible();
    await expect(friend.page.getByText('Next level: VIP 1')).toBeVisible();
  } finally {
    await other.close();
  }
});

test('a gift code is created, claimed by another user, and by nobody again', async ({ phone, browser }) => {
  const { page } = phone;
  await phone.loginAs(await demoUser('alice'));
  await phone.open('/pages/fund/gifts');
  // An amount of its own: other tests may send gifts of the same user.
  const number = `7.${randomInt(1_000, 9_999)}1`;
  await page.getByLabel('Amount', { exact: true }).fill(number);
  await page.getByRole('button', { name: 'Continue' }).click();
  const sheet = page.getByRole('dialog', { name: `Gift code for ${number} USDT` });
  await sheet.getByLabel('Pay password', { exact: true }).fill(PAY_PASSWORD);
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  const created = page.getByRole('dialog', { name: 'Your gift code' });
  const shown = created.getByText(/^([0-9A-Z]{5}-){4}[0-9A-Z]{5}$/);
  await expect(shown).toBeVisible();
  const code = (await shown.textContent()) ?? '';
  await created.getByRole('button', { name: 'I have saved the code' }).click();

  const other = await browser.newContext();
  try {
    const friend = new Phone(await other.newPage());
    await friend.loginAs(await demoUser('bruno'));
    await friend.open('/pages/fund/gifts', { code });
    const form = friend.main().locator('form');
    await form.getByRole('button', { name: 'Claim' }).click();
    const gifts = friend.page.getByRole('region', { name: 'Gift codes' }).getByRole('listitem');
    const claimed = gifts.filter({ hasText: `${number} USDT` });
    await expect(claimed).toContainText('Claimed');
    // The claim empties the field.
    await expect(form.getByLabel('Gift code')).toHaveValue('');
    await form.getByLabel('Gift code').fill(code);
    await form.getByRole('button', { name: 'Claim' }).click();
    await expect(form.getByRole('alert')).toContainText('This gift code is not valid');
    await expect(claimed).toHaveCount(1);
  } finally {
    await other.close();
  }
  const own = page.getByRole('listitem').filter({ hasText: `${number} USDT` });
  await expect(own).toContainText('Claimed by');
});

test('a code brings a coupon, which raises the yield of one Earn order, once', async ({ phone, person }) => {
  const { page } = phone;
  const { token } = person;
  const products = await call<readonly { id: number; currency_id: number; status: number }[]>(
    'lh/deposit/config',
    { category: 'flexible' },
    { method: 'GET' },
  );
  const product = products.find(({ currency_id: currency }) => currency === USDT);
  const { id } = await call<{ id: number }>(
    'lh/deposit',
    { config_id: product?.id ?? 0, amount: '1000' },
    { token },
  );
  await phone.open('/pages/setting/coupon');
  const code = page.getByLabel('Coupon code');
  await code.fill('karatearn');
  await page.getByRole('button', { name: 'Redeem' }).click();
  await phone.expectToast('Coupon added');
  const coupon = page.getByRole('listitem').filter({ hasText: '+0.05% yield a day' });
  await coupon.getByRole('button', { name: 'Use' }).click();
  const sheet = page.getByRole('dialog', { name: 'Raise a yield by 0.05% a day' });
  await expect(sheet.getByRole('radio')).toHaveCount(1);
  await sheet.getByRole('button', { name: 'Use' }).click();
  await phone.expectToast('Extra yield added');
  await expect(coupon).toContainText('Used');
  await expect(coupon.getByRole('button')).toHaveCount(0);
  await code.fill('KARATEARN');
  await page.getByRole('button', { name: 'Redeem' }).click();
  await expect(page.getByRole('alert')).toHaveText('You have already redeemed this code.');

  await phone.open('/pages/lockming/detail', { id });
  await expect(page.getByText(/^\+0\.05% a day, days 1 to 10$/)).toBeVisible();
});
