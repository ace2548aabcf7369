import { randomUUID } from 'node:crypto';
import type { Locator } from '@playwright/test';
import { expect, test } from './fixture.ts';
import { call } from './server/api.ts';

const STOCK = 'GOOGL/USDT';
const DAY_MS = 86_400_000;
const SUNDAY = 7;

const mark = (): string => randomUUID().slice(0, 6);

/** Five in the morning of a Sunday at least two days ahead: stock markets are closed in every time zone of the browser. */
function aSunday(): string {
  const day = new Date(Date.now() + 2 * DAY_MS);
  day.setUTCDate(day.getUTCDate() + ((SUNDAY - day.getUTCDay()) % SUNDAY));
  return `${day.toISOString().slice(0, 10)} 05:00`;
}

/** The public record of the action with this note. */
async function stateOf(note: string): Promise<string | undefined> {
  const all = await call<readonly { note: string; state: string }[]>(
    'stocks/actions',
    { limit: 100 },
    { method: 'GET' },
  );
  return all.find((one) => one.note === note)?.state;
}

/** Types a time in the format of the field. */
async function at(field: Locator, moment: string): Promise<void> {
  await field.fill(moment);
  await field.press('Enter');
  await expect(field).toHaveValue(moment);
}

test('a dividend is planned and cancelled by two operators each; invalid input is reported at its field', async ({
  desk,
}) => {
  const finance = await desk('finance');
  await finance.go('Stocks');
  await finance.page.getByRole('button', { name: 'Plan a dividend or a split' }).click();
  const form = finance.page.getByRole('dialog', { name: 'Plan a dividend or a split' });
  const ask = form.getByRole('button', { name: 'Ask for approval' });
  const [note, reason] = [`Dividend of the year ${mark()}`, `As announced ${mark()}`];
  await form.getByLabel('Note that everybody sees').fill(note);
  await form.getByLabel('Reason for the approver').fill(reason);
  await finance.choose(form, 'Stock', STOCK);

  await form.getByText('Split', { exact: true }).click();
  await form.getByLabel('New shares').fill('2');
  await form.getByLabel('for old shares').fill('2');
  await ask.click();
  await expect(form.getByLabel('for old shares')).toHaveAccessibleDescription('The same number');

  await form.getByText('Dividend', { exact: true }).click();
  await form.getByLabel('USDT per share').fill('a quarter');
  const effective = form.getByLabel(/^Takes effect/);
  await at(effective, '2020-01-05 05:00');
  await ask.click();
  await expect(form.getByLabel('USDT per share')).toHaveAccessibleDescription('A decimal number');
  await form.getByLabel('USDT per share').fill('0.25');
  await ask.click();
  await expect(effective).toHaveAccessibleDescription(/^Choose a moment ahead/);
  await expect(form.locator('.ant-alert')).toHaveCount(0);

  await at(effective, aSunday());
  await ask.click();
  await expect(form).toBeHidden();
  expect(await stateOf(note)).toBeUndefined();
  const risk = await desk('risk');
  const request = await risk.lookAt(reason);
  await expect(request).toContainText(STOCK);
  await expect(request).toContainText('0.25');
  await risk.approve(request);
  expect(await stateOf(note)).toBe('planned');

  const row = finance.row(note);
  await expect(row).toContainText('0.25 USDT a share');
  await expect(row).toContainText('planned');
  await row.getByRole('button', { name: 'Call off' }).click();
  const off = `Announced by mistake ${mark()}`;
  await finance.say(`Call off the dividend of ${STOCK}`, off);
  expect(await stateOf(note)).toBe('planned');
  const admin = await desk('admin');
  await admin.approve(await admin.lookAt(off));
  expect(await stateOf(note)).toBe('cancelled');
  await expect(row).toContainText('cancelled');
  await expect(row.getByRole('button', { name: 'Call off' })).toHaveCount(0);
});
