import { expect, test } from './fixture.ts';
import { Phone } from './pages/phone.ts';
import { call } from './server/api.ts';
import { codeSentTo, newAddress, newPerson } from './server/people.ts';

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
  await phone.expectToast(/^Filled: 0\.[0-9]+ BTC$/);
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
