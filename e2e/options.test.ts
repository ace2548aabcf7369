import { expect, test } from './fixture.ts';
import { call } from './server/api.ts';

const QUESTIONS = 4;
/** Correct answers of the quiz. */
const RIGHT = [
  /^All 100$/,
  /^About 56 of 100 times$/,
  /^The mean of the published index/,
  /^The losses change nothing/,
];

test('after the quiz a user takes an option, sees it settled, and verifies its receipt in the browser', async ({
  phone,
  person,
}) => {
  // Half a minute of the option, up to a minute until the ticks are signed.
  test.setTimeout(240_000);
  const { page } = phone;
  const { token } = person;
  const moved = { currency_id: 3, number: '500', from_field: 'change', to_field: 'micro' };
  await call('wallet/change', moved, { token });
  await phone.open('/pages/transaction/index2');
  await expect(page.getByText(/^62\.5\s?%$/)).toBeVisible();
  await page.getByRole('button', { name: 'Take the risk quiz' }).click();
  await phone.expectAt('/pages/transaction/seconds_quiz');
  const questions = page.getByRole('group');
  await expect(questions).toHaveCount(QUESTIONS);
  for (let at = 0; at < QUESTIONS; at++) await questions.nth(at).getByRole('radio').first().check();
  await phone.select('Country of residence', 'Japan');
  await page.getByRole('button', { name: 'Send answers' }).click();
  await expect(page.getByText('3 answers are not right. Please check again.')).toBeVisible();
  for (const answer of RIGHT) await page.getByLabel(answer).check();
  await page.getByRole('button', { name: 'Send answers' }).click();
  await phone.expectAt('/pages/transaction/index2');

  await page.getByRole('textbox', { name: 'Stake' }).fill('20');
  await expect(page.getByText(/^32\s?USDT$/)).toBeVisible();
  await page.getByRole('button', { name: 'Up', exact: true }).click();
  await phone.expectToast('Option opened: Up, 20 USDT');
  await expect(page.getByRole('timer').first()).toHaveText(/^0:[0-3][0-9]$/);
  await expect(page.getByText('Next index tick', { exact: true })).toHaveCount(0);

  const result = page.getByRole('dialog', { name: 'Result' });
  await expect(result).toBeVisible({ timeout: 60_000 });
  await expect(result).toContainText(/Won|Lost|Tie/);
  await expect(result).toContainText(/Settlement.*[0-9]/s);
  await result.getByRole('link', { name: 'Check the receipt' }).click();
  await phone.expectAt('/pages/proofs/verify');
  await expect(page.getByText('The rule gives this result')).toBeVisible();
  await expect(page.locator('[data-state=failed]')).toHaveCount(0);
  // Its ticks are signed with their minute; the page polls.
  await expect(page.getByText('Proved in your browser')).toBeVisible({ timeout: 90_000 });
  await expect(page.locator('[data-state=proved]')).toHaveCount(8);
  await expect(page.getByText('It is about your account')).toBeVisible();

  await phone.open('/pages/transaction/seconds_order');
  await page.getByRole('button', { name: /BTC\/USDT.*30 s/s }).click();
  await expect(page.getByRole('dialog', { name: 'Result' })).toContainText(/Stake.*20\s?USDT/s);
});

test('a forged receipt fails verification, and other text is rejected as no receipt', async ({ phone }) => {
  const { page } = phone;
  await phone.open('/pages/proofs/verify');
  await page.getByLabel('Receipt or its number').fill('{"receipt":{}}');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByText(/^This is not a receipt: \w+ cannot be read\.$/)).toBeVisible();
});

test('own limits apply at once when lowered and after a day when raised', async ({ phone, person }) => {
  const { page } = phone;
  await phone.open('/pages/transaction/seconds_limits');
  const field = page.getByRole('textbox', { name: 'Daily stake' });
  await field.fill('100');
  await page.getByRole('button', { name: 'Set' }).first().click();
  await expect(page.getByRole('button', { name: 'Remove' })).toBeVisible();
  await field.fill('300');
  await page.getByRole('button', { name: 'Set' }).first().click();
  await expect(page.getByText(/^From .+: 300 USDT$/)).toBeVisible();
  await page.getByRole('button', { name: '7 days' }).click();
  await expect(page.getByText(/^Paused until/)).toBeVisible();
  expect(person.token).not.toBe('');
});

test('the day’s commitment is shown before its seed', async ({ phone }) => {
  await phone.open('/pages/proofs/seeds');
  await expect(phone.page.getByText(/^[0-9a-f]{64}$/).first()).toBeVisible();
  await expect(phone.page.getByText('Shown when the day is over').first()).toBeVisible();
});
