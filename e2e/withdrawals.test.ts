import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { BrowserContext } from '@playwright/test';
import { expect, test } from './fixture.ts';
import { ConsolePages, atDesk } from './pages/console.ts';
import { WithdrawPages, WithdrawalDesk } from './pages/withdraw.ts';
import { call } from './server/api.ts';
import { etherOf, receiptOf, sendFromOutside, tokensOf } from './server/chain.ts';
import type { Person } from './server/people.ts';

const PAY = '274951';
const [ETH, USDT] = [2, 3];
/** Signature, broadcast and blocks of the private chain. */
const PAID_MS = 60_000;
const WEI = 10n ** 18n;

const newReceiver = (): string => `0x${randomBytes(20).toString('hex')}`;
/** Addresses are shown with the checksum in their case. */
const shown = (address: string): RegExp => new RegExp(address, 'i');

/** A verified demo user with a pay password. */
async function verified(name: string): Promise<Person> {
  const [email, password] = [`${name}@demo.karat.example`, `karat-${name}`];
  return { email, password, token: await call<string>('user/login', { user_string: email, password }) };
}

let context: BrowserContext;
let finance: WithdrawalDesk;
test.beforeAll(async ({ browser }) => {
  context = await atDesk(browser);
  finance = new WithdrawalDesk(await ConsolePages.login(await context.newPage(), 'finance'));
});
test.afterAll(() => context.close());

/** Available and held balance of a currency in the exchange account. */
async function balanceOf({ token }: Person, currency: number): Promise<{ free: number; held: number }> {
  const row = await call<{ balance: string; lock_balance: string }>(
    'wallet/detail',
    { currency, type: 'change' },
    { token },
  );
  return { free: Number(row.balance), held: Number(row.lock_balance) };
}

test('ETH leaves over the chain: requested with the pay password, approved, signed, mined, received', async ({
  phone,
}) => {
  const alice = await verified('alice');
  const out = new WithdrawPages(phone);
  const receiver = newReceiver();
  await phone.loginAs(alice);
  await out.fill(ETH, receiver, '0.25');
  const confirm = phone.page.getByRole('button', { name: 'Confirm', exact: true });
  await expect(confirm).toBeDisabled();
  const sheet = await out.sheet();
  await sheet.getByLabel('Pay password', { exact: true }).fill('274952');
  await sheet.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(sheet.getByRole('alert')).toBeVisible();
  await out.confirm(PAY);
  await expect(out.steps()).toHaveText([/^Requested/]);
  await expect(out.fact('Receives')).toHaveText(/0\.249\s?ETH/);

  const drawer = await finance.look(receiver);
  await expect(drawer).toContainText('new payee');
  await finance.approve(drawer, 'Asked by telephone');

  await expect(out.steps().last()).toHaveText(/^Done/, { timeout: PAID_MS });
  await expect(out.steps()).toHaveText([
    /^Requested/,
    /^Approved/,
    /^Being signed/,
    /^Signed/,
    /^On its way/,
    /^Done/,
  ]);
  const hash = await out.transaction().innerText();
  expect(hash).toMatch(/^0x[0-9a-f]{64}$/);
  expect(await receiptOf(hash)).toMatchObject({
    succeeded: true,
    to: expect.stringMatching(shown(receiver)),
  });
  expect(await etherOf(receiver)).toBe((249n * WEI) / 1000n);

  await phone.open('/pages/setting/bill');
  const bill = phone
    .main()
    .getByRole('listitem')
    .filter({ hasText: /^Withdrawal.*[-−]0\.25/s })
    .first();
  await expect(bill).toContainText('ETH');
});

test('a large amount of USDT is cancelled with one tap during its delay; a smaller one takes two operators and arrives as tokens', async ({
  phone,
  desk,
}) => {
  test.setTimeout(240_000);
  const alice = await verified('alice');
  const out = new WithdrawPages(phone);
  const { address } = await call<{ address: string }>(
    'deposit/address',
    { currency: USDT, network: 'ethereum' },
    { token: alice.token },
  );
  const before = await balanceOf(alice, USDT);
  await sendFromOutside('USDT', address, '60000');
  await expect
    .poll(async () => (await balanceOf(alice, USDT)).free, { timeout: PAID_MS })
    // The first purchases of the demonstration may still take some of it.
    .toBeGreaterThanOrEqual(before.free + 55_000);

  const funded = await balanceOf(alice, USDT);
  await phone.loginAs(alice);
  await out.fill(USDT, newReceiver(), '50001');
  await out.nameOwner('Ann Lee');
  await out.confirm(PAY);
  await expect(phone.main().getByText(/^Large withdrawal: nothing leaves before/)).toBeVisible();
  await phone.page.getByRole('button', { name: 'Cancel withdrawal' }).click();
  await expect(out.steps().last()).toHaveText(/^Cancelled/);
  expect((await balanceOf(alice, USDT)).free).toBeGreaterThan(funded.free - 5_000);

  const receiver = newReceiver();
  await out.fill(USDT, receiver, '50000');
  await out.nameOwner('Ann Lee');
  await out.confirm(PAY);
  const reason = `Known for years ${receiver.slice(2, 8)}`;
  await finance.approve(await finance.look(receiver), reason);
  await expect(out.steps()).toHaveText([/^Requested/]);

  const admin = await desk('admin');
  const request = await admin.lookAt(reason);
  await expect(request).toContainText('50000 USDT');
  await expect(request).toContainText(shown(receiver));
  await admin.approve(request);
  await expect(out.steps().last()).toHaveText(/^Done/, { timeout: PAID_MS });
  const { to: contract } = await receiptOf(await out.transaction().innerText());
  expect(await tokensOf(contract, receiver)).toBe(49_996n * WEI);
});

test('a rejected withdrawal is credited back at once, with the reason', async ({ phone }) => {
  const alice = await verified('alice');
  const out = new WithdrawPages(phone);
  const receiver = newReceiver();
  await phone.loginAs(alice);
  await out.fill(USDT, receiver, '25');
  await out.confirm(PAY);
  // Movements instead of balances: other tests bid with the same account.
  const newest = async (kind: string) => {
    const options = { token: alice.token, method: 'GET' } as const;
    const { data } = await call<{ data: readonly { value: string; held: string }[] }>(
      'wallet/bills',
      { kind, limit: 1 },
      options,
    );
    const [{ value, held } = { value: '0', held: '0' }] = data;
    return { value, held };
  };
  expect(await newest('withdrawal:hold')).toEqual({ value: '-25', held: '25' });
  const drawer = await finance.look(receiver);
  await finance.reject(drawer, 'We do not pay to this receiver', 'A known fraud');
  await expect(out.steps().last()).toHaveText(/^Rejected/);
  await expect(phone.main().getByText('We do not pay to this address or card · A known fraud')).toBeVisible();
  expect(await newest('withdrawal:release')).toEqual({ value: '25', held: '-25' });
});

test('a payout to a card leaves in a bank file, and is done once a second operator confirms the payment', async ({
  desk,
}) => {
  const { token } = await verified('alice');
  const bank = `Bank ${randomUUID().slice(0, 6)}`;
  const account = { real_name: 'Alice Liddell', bank_name: bank, bank_account: '000123456789' };
  const card = await call<{ id: number }>('user/cash_save', account, { token });
  const request = { address: card.id, currency: USDT, number: '120.5', type: 1, pay_password: PAY };
  const { id } = await call<{ id: number }>('wallet/out', request, { token });
  const { page } = finance.console;
  await finance.console.go('Withdrawals');
  await page.getByRole('tab', { name: 'Bank payments' }).click();
  await finance.gather();
  await expect(page.getByText('No approved payout waits for this batch')).toBeVisible();
  await page.getByRole('tab', { name: 'Requests' }).click();
  await finance.approve(await finance.look(bank), 'Called back');

  await page.getByRole('tab', { name: 'Bank payments' }).click();
  await finance.gather();
  const said = page.getByText(/^Batch [0-9]+ with 1 payment\.$/);
  await expect(said).toBeVisible();
  const batch = /[0-9]+/.exec(await said.innerText())?.[0] ?? '';
  const row = finance.console.row(new RegExp(`^${batch}domestic`));
  await expect(row).toContainText(/118\.5 USDT/);
  const file = async (button: string): Promise<string> => {
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      row.getByRole('button', { name: button }).click(),
    ]);
    return readFile(await saved.path(), 'utf8');
  };
  expect(await file('CSV')).toContain(`KARAT-${id},118.5,USD,Alice Liddell,${bank},000123456789`);
  expect(await file('pain.001')).toContain('<InstdAmt Ccy="USD">118.5</InstdAmt>');

  await page.getByRole('tab', { name: 'Requests' }).click();
  await page.getByText('exported', { exact: true }).click();
  const drawer = await finance.look(bank);
  const known = `On the statement ${bank}`;
  await drawer.getByLabel('Reference of the bank').fill(`REF-${id}`);
  await drawer.getByLabel('How it is known').first().fill(known);
  await drawer.getByRole('button', { name: 'Ask for approval' }).first().click();
  await expect(drawer).toBeHidden();
  const risk = await desk('risk');
  await risk.approve(await risk.lookAt(known));
  const detail = call<{ state: string }>('withdrawal/detail', { id }, { token, method: 'GET' });
  expect(await detail).toMatchObject({ state: 'confirmed' });
});
