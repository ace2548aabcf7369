import { randomInt, randomUUID } from 'node:crypto';
import { expect, test } from './fixture.ts';
import { grouped } from './pages/console.ts';
import { call } from './server/api.ts';
import { sessionOf } from './server/operators.ts';

/** The longest duration; no other test takes an option of it. */
const SECONDS = 300;

const mark = (): string => randomUUID().slice(0, 6);

/** Whether an approval request has this reason. */
async function wasAsked(reason: string): Promise<boolean> {
  const { data } = await call<{ data: readonly { reason: string }[] }>(
    'console/approvals',
    { state: 'asked', page: 1, limit: 100 },
    { token: sessionOf('risk'), method: 'GET' },
  );
  return data.some((one) => one.reason === reason);
}

/** The maximum stake of the duration, from the public API. */
async function largestStake(): Promise<string | undefined> {
  const all = await call<readonly { seconds: number; max_amount: string }[]>(
    'microtrade/seconds',
    {},
    { method: 'GET' },
  );
  return all.find(({ seconds }) => seconds === SECONDS)?.max_amount;
}

test('new terms apply after a second approval; invalid ones are reported at their field', async ({
  desk,
}) => {
  const risk = await desk('risk');
  await risk.go('Options');
  const row = risk.row(new RegExp(`^${SECONDS} s`));
  await row.getByRole('button', { name: 'Change' }).click();
  const form = risk.page.getByRole('dialog', { name: `Options of ${SECONDS} s` });
  const ask = form.getByRole('button', { name: 'Ask for approval' });
  const [profit, largest] = [form.getByLabel('Profit of a win, %'), form.getByLabel('Largest stake')];
  const reason = `Less at once ${mark()}`;
  await expect(largest).toHaveValue(/[0-9]/);
  const before = await largest.inputValue();

  await form.getByLabel('Reason').fill(reason);
  await ask.click();
  await expect(form.getByText('Nothing differs: change a value first.')).toBeVisible();
  await profit.fill('0');
  await largest.fill('0.5');
  await ask.click();
  await expect(profit).toHaveAccessibleDescription('Above 0 and at most 100');
  await expect(largest).toHaveAccessibleDescription('Not below the smallest stake');
  expect(await wasAsked(reason)).toBe(false);

  const after = String(randomInt(5_000, 9_999));
  await profit.fill('90');
  await largest.fill(after);
  await expect(form.getByRole('list', { name: 'What changes' })).toHaveText(
    `Largest stake: ${before} ${after}`,
  );
  await ask.click();
  await expect(form).toBeHidden();
  expect(await largestStake()).toBe(before);

  const admin = await desk('admin');
  const request = await admin.lookAt(reason);
  await expect(request).toContainText(after);
  await admin.approve(request);
  expect(await largestStake()).toBe(after);
  await expect(row).toContainText(grouped(after));
});

test('an unknown region code is reported at its field; a request can be withdrawn', async ({ desk }) => {
  const risk = await desk('risk');
  await risk.go('Options');
  const list = risk.page.getByRole('region', { name: 'Regions without options' });
  await list.getByRole('button', { name: 'Change' }).click();
  const form = risk.page.getByRole('dialog', { name: 'Regions without options' });
  const regions = form.getByLabel('ISO country codes, comma between');
  const reason = `New rules ${mark()}`;
  await expect(regions).toHaveValue(/[A-Z]{2}/);
  const before = await regions.inputValue();
  await form.getByLabel('Reason').fill(reason);
  await regions.fill(`${before}, XX`);
  await form.getByRole('button', { name: 'Ask for approval' }).click();
  await expect(regions).toHaveAccessibleDescription('This country or calling code is unknown.');
  await expect(form.locator('.ant-alert')).toHaveCount(0);
  expect(await wasAsked(reason)).toBe(false);

  await regions.fill(`${before}, VA`);
  await form.getByRole('button', { name: 'Ask for approval' }).click();
  await expect(form).toBeHidden();
  const own = await risk.lookAt(reason);
  await expect(own).toContainText('VA');
  await own.getByLabel('Reason').fill('A slip');
  await own.getByRole('button', { name: 'Take back' }).click();
  await expect(own).toBeHidden();
  await expect(risk.row(reason)).toHaveCount(0);
  expect(await wasAsked(reason)).toBe(false);
});

test('a failed list is not shown as empty and appears after a successful retry', async ({ desk }) => {
  const support = await desk('support');
  const read = '**/api/console/options*';
  await support.page.route(read, (route) => route.fulfill({ status: 503, body: '' }));
  await support.go('Options');
  await expect(support.page.getByText('The server is not well (HTTP 503). Try again.')).toHaveCount(1);
  await expect(support.page.getByText('No duration is offered')).toHaveCount(0);
  await support.page.unroute(read);
  await expect(support.row(new RegExp(`^${SECONDS} s`))).toBeVisible();
  await expect(support.page.getByText('The server is not well (HTTP 503). Try again.')).toHaveCount(0);
  await expect(support.page.getByRole('button', { name: 'Change' })).toHaveCount(0);
});
