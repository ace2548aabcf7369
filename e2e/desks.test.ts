import { randomInt, randomUUID } from 'node:crypto';
import { expect, test } from './fixture.ts';
import { ConsolePages, atDesk, grouped } from './pages/console.ts';
import { call } from './server/api.ts';
import { sessionOf } from './server/operators.ts';
import { codeSentTo, newPerson, newVerified, uidOf } from './server/people.ts';
import type { Person } from './server/people.ts';

const USDT = 3;

interface Bill {
  readonly kind: string;
  readonly value: string;
  readonly info: string;
}

const read = ({ token }: Person) => ({ token, method: 'GET' as const });
const mark = (): string => randomUUID().slice(0, 6);

test('one operator requests a correction, another approves after signing in again, and the user reads the reason', async ({
  desk,
  phone,
  person,
}) => {
  const [finance, risk] = [await desk('finance'), await desk('risk')];
  const uid = await uidOf(person);
  const [amount, note] = [`${randomInt(1_000, 9_999)}.5`, `Ticket ${mark()}`];
  await finance.go('Corrections');
  await finance.page.getByRole('button', { name: 'New correction' }).click();
  const form = finance.page.getByRole('dialog', { name: 'New correction' });
  await form.getByRole('button', { name: 'Ask for approval' }).click();
  await expect(form.getByText('Say it in at least three letters')).toBeVisible();
  await form.getByLabel('UID').fill(String(uid));
  await form.getByLabel('Amount').fill(amount);
  await finance.choose(form, 'Currency', 'USDT');
  await finance.choose(form, 'Booked against', 'promotion');
  await finance.choose(form, 'Reason', 'Compensation for a fault of ours');
  await form.getByLabel('In words').fill(note);
  await form.getByRole('button', { name: 'Ask for approval' }).click();
  await expect(form).toBeHidden();
  await expect(finance.row(note)).toContainText(grouped(amount));
  await finance.row(note).getByRole('button', { name: 'Open' }).click();
  const own = finance.page.getByRole('dialog');
  await expect(own.getByRole('button', { name: 'Approve exactly this' })).toHaveCount(0);

  const request = await risk.lookAt(note);
  await expect(request).toContainText(amount);
  await expect(request).toContainText('house promotion');
  await request.getByLabel('Password').fill('karat-wrong');
  await request.getByLabel('One-time code').fill('000000');
  await request.getByRole('button', { name: 'Approve exactly this' }).click();
  await expect(request.getByRole('alert')).toContainText('one-time code is wrong');
  await risk.approve(request);

  const bills = await call<{ data: readonly Bill[] }>('wallet/bills', { limit: 5 }, read(person));
  expect(bills.data.find(({ kind }) => kind === 'correction')).toMatchObject({
    value: amount,
    info: expect.stringContaining(note),
  });
  await phone.open('/pages/mailMessage/mailMessageList');
  const notification = phone.main().getByRole('button', { name: /Your balance was corrected/ });
  await notification.click();
  const why = `Compensation for an error on our side. ${note}`;
  await expect(phone.page.getByRole('dialog')).toContainText(why);
  await phone.visit('/pages/setting/bill');
  await expect(phone.main().getByText(`Correction: ${why}`)).toBeVisible();
});

test("a frozen account is listed after its owner's request, and two operators unfreeze it", async ({
  desk,
}) => {
  const owner = await newPerson();
  const uid = await uidOf(owner);
  const login = { user_string: owner.email, password: owner.password };
  await call('safe/freeze', { password: owner.password }, { token: owner.token });
  const support = await desk('support');
  await support.go('Frozen accounts');
  await expect(support.row(String(uid))).toHaveCount(0);
  await expect(call('user/login', login)).rejects.toThrow(/frozen/i);
  await call('sms_mail', { user_string: owner.email, type: 'unfreeze' });
  await call('user/unfreeze', { ...login, code: await codeSentTo(owner.email, 2) });

  const row = support.row(String(uid));
  await expect(row).toContainText('its owner');
  await row.getByRole('button', { name: 'Unfreeze' }).click();
  const form = support.page.getByRole('dialog', { name: `Open this account again: ${uid}` });
  const reason = `Called back ${mark()}`;
  await form.getByLabel('Reason').fill(reason);
  await form.getByRole('button', { name: 'Ask for approval' }).click();
  await expect(form).toBeHidden();
  const admin = await desk('admin');
  await admin.approve(await admin.lookAt(reason));
  await expect(call<string>('user/login', login)).resolves.toMatch(/.{20}/);
  await expect(row).toHaveCount(0);
});

test('a trader applies, the risk role accepts with a text, and the trader can be followed', async ({
  desk,
}) => {
  const { token, uid } = await newVerified();
  const about = `Slow trades with stops, ${mark()}.`;
  const detail = { trader_user_id: uid };
  await call('follow/apply', { about }, { token });
  await expect(call('follow/traderDetail', detail, { method: 'GET' })).rejects.toThrow();
  const risk = await desk('risk');
  await risk.go('Traders');
  await risk.row(about).getByRole('button', { name: 'Accept' }).click();
  const form = risk.page.getByRole('dialog', { name: /^Accept / });
  await expect(form).toContainText(about);
  await form.getByRole('button', { name: 'Accept' }).click();
  await expect(form.getByText('Say it in at least three letters')).toBeVisible();
  await form.getByLabel(/^Reason/).fill('Calm, with a record');
  await form.getByRole('button', { name: 'Accept' }).click();
  await expect(risk.row(about)).toHaveCount(0);
  await expect(call('follow/application', {}, { token, method: 'GET' })).resolves.toMatchObject({
    state: 'accepted',
    reason: 'Calm, with a record',
  });
  await expect(call('follow/traderDetail', detail, { method: 'GET' })).resolves.toBeDefined();
});

test('one operator halts payouts of a network and two resume them; the app shows the halt', async ({
  desk,
}) => {
  const { token } = await newPerson();
  const halted = async (): Promise<boolean | undefined> => {
    const { routes } = await call<{ routes: readonly { network: string; halted: boolean }[] }>(
      'wallet/get_info',
      { currency: USDT },
      { token },
    );
    return routes.find(({ network }) => network === 'tron')?.halted;
  };
  const finance = await desk('finance');
  await finance.go('Withdrawals');
  await finance.page.getByRole('tab', { name: 'Networks' }).click();
  await finance.row('Tron').getByRole('button', { name: 'Halt' }).click();
  const halting = `Node lags ${mark()}`;
  await finance.say('Halt Tron', halting, 'Halt');
  await expect(finance.row('Tron')).toContainText(halting);
  expect(await halted()).toBe(true);
  await finance.row('Tron').getByRole('button', { name: 'Resume' }).click();
  const reason = `It caught up ${mark()}`;
  await finance.say('Resume Tron', reason);
  expect(await halted()).toBe(true);
  const admin = await desk('admin');
  await admin.approve(await admin.lookAt(reason));
  expect(await halted()).toBe(false);
  await expect(finance.row('Tron').getByRole('button', { name: 'Halt' })).toBeVisible({ timeout: 15_000 });
});

test('each role has only its own pages, and the server refuses the reads of others', async ({ desk }) => {
  const support = await desk('support');
  await expect(support.page.getByRole('menuitem', { name: /^Verification/ })).toBeVisible();
  await expect(support.page.getByRole('menuitem', { name: 'House accounts' })).toHaveCount(0);
  await support.page.goto('/console/#/house');
  await expect(support.page.getByText('Not for your role')).toBeVisible();
  await expect(call('console/house', {}, { token: sessionOf('support'), method: 'GET' })).rejects.toThrow();
  await support.go('Futures');
  await expect(support.row('BTC/USDT')).toBeVisible();
  await expect(support.page.getByRole('button', { name: 'Change' })).toHaveCount(0);
  await support.page.goto('/console/#/nowhere');
  await expect(support.page.getByText('There is no such page')).toBeVisible();
});

test('after a forced logout the operator is informed and returns to the same page by login', async ({
  desk,
}) => {
  const { page } = await desk('support');
  await page.goto('/console/#/bots');
  await expect(page.getByRole('region', { name: 'Bots' })).toBeVisible();
  await page.evaluate(() => sessionStorage.setItem('karat-console-token', 'ended'));
  await expect(page.getByText('Your session has ended.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  await page.evaluate((token) => sessionStorage.setItem('karat-console-token', token), sessionOf('support'));
  await page.reload();
  await expect(page.getByRole('region', { name: 'Bots' })).toBeVisible();
});

test('an operator logs in with password and code; offline, a page says so and keeps its data', async ({
  browser,
}) => {
  const context = await atDesk(browser);
  const support = await ConsolePages.before(await context.newPage(), 'support');
  const { page } = support;
  await page.getByLabel('Login').fill(support.operator.login);
  await page.getByLabel('Password').fill('wrong');
  await page.getByLabel('One-time code').fill('000000');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('is wrong');
  await support.enter();
  await support.go('Markets');
  await expect(support.row('BTC/USDT')).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('The server cannot be reached.')).toBeVisible({ timeout: 20_000 });
  await expect(support.row('BTC/USDT')).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('The server cannot be reached.')).toHaveCount(0);
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  await context.close();
});
