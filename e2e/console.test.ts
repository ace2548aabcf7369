import { randomUUID } from 'node:crypto';
import type { BrowserContext } from '@playwright/test';
import { expect, test } from './fixture.ts';
import { ConsolePages, atDesk } from './pages/console.ts';
import { call } from './server/api.ts';

/** No other test trades here. */
const MARKET = 'DOGE/USDT';

let context: BrowserContext;
let admin: ConsolePages;
test.beforeAll(async ({ browser }) => {
  context = await atDesk(browser);
  admin = await ConsolePages.login(await context.newPage(), 'admin');
});
test.afterAll(() => context.close());

test('one operator halts a market at once; resuming takes another operator, who sees what is halted and approves with a fresh code', async ({
  phone,
  market,
  person,
  desk,
}) => {
  const risk = await desk('risk');
  const reason = `Checking the feed ${randomUUID().slice(0, 6)}`;
  await risk.haltMarket(MARKET, reason);

  await phone.open('/pages/market/market');
  await expect(market.row('DOGE')).toContainText('Halted');
  const currencies = await call<readonly { id: number; name: string }[]>(
    'currency/list',
    {},
    { method: 'GET' },
  );
  const [coin, money] = ['DOGE', 'USDT'].map((name) => currencies.find((one) => one.name === name)?.id ?? 0);
  const buying = {
    currency_id: coin ?? 0,
    legal_id: money ?? 0,
    type: 1,
    amount: '100',
    target_price: '0.15',
  };
  const order = (): Promise<unknown> => call('coin/trade', buying, { token: person.token });
  await expect(order()).rejects.toThrow('Trading in this market is halted');

  const end = `The feed is right ${randomUUID().slice(0, 6)}`;
  await risk.askToResume(MARKET, end);
  const own = await risk.lookAt(end);
  await expect(own.getByText('This is your own request. Another operator has to approve it.')).toBeVisible();
  await expect(own.getByRole('button', { name: 'Approve' })).toHaveCount(0);

  const request = await admin.lookAt(end);
  await expect(request).toContainText(MARKET);
  await expect(request).toContainText('halted');
  await expect(request).toContainText(reason);
  await expect(request).toContainText(risk.operator.login);
  await admin.approve(request);
  await phone.page.reload();
  await expect(market.row('DOGE')).toBeVisible();
  await expect(market.row('DOGE')).not.toContainText('Halted');
  // On a busy machine the index may be older than an order may be priced by: the next tick ends that.
  await expect.poll(() => order().then(() => 'placed', String)).toBe('placed');
});

test('a user is found by address and shown with balances; the read is in the audit log', async ({
  reader,
}) => {
  const { page } = admin;
  await admin.go('Users');
  await page.getByRole('searchbox', { name: 'Search users' }).fill(reader.email);
  await page.getByRole('searchbox', { name: 'Search users' }).press('Enter');
  await expect(admin.row(/@people\.example/)).toHaveCount(1);
  await admin.row(reader.email).click();
  const detail = page.getByRole('dialog', { name: /^User [0-9]+$/ });
  const balances = detail.getByRole('row').filter({ hasText: 'USDT', hasNotText: 'Total value' });
  await expect(balances.first()).toContainText('10,000');
  await expect(detail.getByText('Total value')).toBeVisible();
  await detail.getByRole('tab', { name: 'Orders' }).click();
  await expect(detail.getByText('No open orders')).toBeVisible();
  await detail.getByRole('tab', { name: 'Devices' }).click();
  await expect(detail.getByText('Open sessions')).toBeVisible();
  const uid = /[0-9]+/.exec((await detail.locator('.ant-drawer-title').innerText()) ?? '')?.[0] ?? '';
  await detail.getByRole('button', { name: 'Close' }).click();
  await admin.go('Audit log');
  await expect(admin.row(uid).filter({ hasText: 'open_orders' })).toContainText('look at user records');
  await expect(admin.row(uid).first()).toContainText(admin.operator.login);
});

test('an article in nine languages is previewed as the app shows it, and published by two operators', async ({
  phone,
  desk,
}) => {
  const title = `Word of the day ${randomUUID().slice(0, 6)}`;
  const { page } = admin;
  const risk = await desk('risk');
  await admin.go('Articles');
  await page.getByRole('button', { name: 'New' }).click();
  const form = page.getByRole('dialog', { name: 'New article' });
  await form.getByRole('tabpanel', { name: 'English' }).getByLabel('Title').fill(title);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();

  await admin.row(title).getByRole('button', { name: 'Publish' }).click();
  const refused = page.getByRole('dialog', { name: 'Publish' });
  await expect(refused).toContainText('needs a title in 繁體中文');
  await refused.getByRole('button', { name: 'Close' }).click();

  await admin.row(title).getByRole('button', { name: 'Edit' }).click();
  const edited = page.getByRole('dialog', { name: /^Article/ });
  for (const language of await edited.getByRole('tab').allInnerTexts()) {
    await edited.getByRole('tab', { name: language }).click();
    const panel = edited.getByRole('tabpanel', { name: language });
    await panel.getByLabel('Title').fill(language === 'English' ? title : `${title} ${language}`);
    await panel.getByLabel('Text').fill('## Heading\n\nA paragraph.');
  }
  await edited.getByRole('button', { name: 'Save' }).click();
  await expect(edited).toBeHidden();

  await admin.row(title).getByRole('button', { name: 'Publish' }).click();
  await admin.say('Publish version 2', `Publish ${title}`);
  const request = await risk.lookAt(`Publish ${title}`);
  await request.getByRole('button', { name: 'Preview the article' }).click();
  const preview = risk.page.getByRole('dialog', { name: 'Preview' });
  const app = preview.frameLocator('iframe');
  await expect(app.getByRole('heading', { level: 2, name: title, exact: true })).toBeVisible();
  await risk.choose(preview, 'Language', '日本語');
  await preview.getByText('Dark', { exact: true }).click();
  await expect(app.getByRole('heading', { level: 2, name: `${title} 日本語` })).toBeVisible();
  await expect(app.locator('html')).toHaveAttribute('data-theme', 'dark');
  await preview.getByRole('button', { name: 'Close' }).click();
  await expect(preview).toBeHidden();

  await phone.open('/pages/mailMessage/ggList');
  await expect(phone.main().getByRole('link').first()).toBeVisible();
  await expect(phone.main().getByRole('link', { name: title })).toHaveCount(0);
  await risk.approve(request);
  await phone.page.reload();
  await phone.main().getByRole('link', { name: title }).click();
  await expect(phone.page.getByRole('heading', { level: 2, name: title })).toBeVisible();
  await expect(phone.page.getByRole('heading', { name: 'Heading' })).toBeVisible();

  // The list was read before the approval.
  await page.reload();
  await admin.go('Articles');
  await expect(admin.row(title)).toContainText('version 2 is shown');
  await admin.row(title).getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: /^History of article/ });
  await expect(history).toContainText(
    `requested by ${admin.operator.login}, approved by ${risk.operator.login}`,
  );
  await history.getByRole('button', { name: 'Withdraw' }).click();
  await admin.say('Withdraw article', 'It was only a test', 'Withdraw');
  // The history follows the decision.
  await expect(history.getByRole('button', { name: 'Withdraw' })).toBeHidden();
  await history.getByRole('button', { name: 'Close' }).click();
  await expect(admin.row(title)).toContainText('not shown any more');
  await phone.open('/pages/mailMessage/ggList');
  await phone.page.reload();
  await expect(phone.main().getByRole('link').first()).toBeVisible();
  await expect(phone.main().getByRole('link', { name: title })).toHaveCount(0);
});

test('the audit chain is valid and every balance equals its postings', async () => {
  const { page } = admin;
  await admin.go('Audit log');
  await page.getByRole('button', { name: 'Check the chain' }).click();
  await expect(page.getByText(/^[0-9]+ entries, chain whole/)).toBeVisible({ timeout: 20_000 });
  await admin.go('Journals');
  await page.getByRole('button', { name: 'Check all balances' }).click();
  await expect(page.getByText(/^[0-9]+ balances agree with [0-9]+ journals$/)).toBeVisible({
    timeout: 30_000,
  });
});
