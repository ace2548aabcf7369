import type { BrowserContext } from '@playwright/test';
import { expect, test } from './fixture.ts';
import { ConsolePages, atDesk } from './pages/console.ts';
import { call } from './server/api.ts';
import { bindPhone, uidOf } from './server/people.ts';

let context: BrowserContext;
let risk: ConsolePages;
test.beforeAll(async ({ browser }) => {
  context = await atDesk(browser);
  risk = await ConsolePages.login(await context.newPage(), 'risk');
});
test.afterAll(() => context.close());

test('a listed name opens a case, which two operators close as a false positive; then the verification passes', async ({
  desk,
  person,
}) => {
  await bindPhone(person);
  const uid = await uidOf(person);
  const sent = {
    ...{ real_type: 1, id_type: 1, name: 'Ysolde Quillfeather' },
    card_id: `K${String(Date.now()).slice(-8)}`,
  };
  await call('user/real', sent, { token: person.token });
  const { page } = risk;

  // The verification waits for the case.
  await risk.go('Verification');
  await risk.row(sent.name).first().getByRole('button', { name: 'Open' }).click();
  const review = page.getByRole('dialog');
  await review.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(review.getByText('A review has to finish first.')).toBeVisible();
  await page.keyboard.press('Escape');

  await risk.go('Cases');
  await risk.row(String(uid)).getByRole('button', { name: 'Open' }).click();
  const drawer = page.getByRole('dialog').filter({ hasText: 'Matches' });
  await expect(drawer.getByRole('cell', { name: 'FICTITIOUS-3' })).toBeVisible();
  await drawer.getByRole('button', { name: 'Take the case' }).click();
  const reason = `Another birth year ${uid}`;
  await drawer.getByRole('combobox', { name: 'Outcome' }).click();
  await page.getByText('False positive (a second operator approves)').click();
  await drawer.getByLabel('Reason').fill(reason);
  await drawer.getByRole('button', { name: 'Close the case' }).click();
  await expect(drawer.getByText(/a second operator decides about closing/)).toBeVisible();
  await page.keyboard.press('Escape');

  const admin = await desk('admin');
  const request = await admin.lookAt(reason);
  await expect(request).toContainText('Ysolde Quillfeather');
  await admin.approve(request);

  await risk.go('Verification');
  await risk.row(sent.name).first().getByRole('button', { name: 'Open' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
  await expect
    .poll(
      async () =>
        (await call<{ level: number }>('real/state', {}, { token: person.token, method: 'GET' })).level,
    )
    .toBe(1);
});
