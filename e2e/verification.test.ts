import { randomInt } from 'node:crypto';
import type { BrowserContext, Locator } from '@playwright/test';
import { expect, test } from './fixture.ts';
import { ConsolePages, atDesk } from './pages/console.ts';
import type { Phone } from './pages/phone.ts';
import { bindPhone } from './server/people.ts';

let context: BrowserContext;
let support: ConsolePages;
test.beforeAll(async ({ browser }) => {
  context = await atDesk(browser);
  support = await ConsolePages.login(await context.newPage(), 'risk');
});
test.afterAll(() => context.close());

/** A photo drawn by the browser: different for every word. */
async function photo(phone: Phone, word: string): Promise<Buffer> {
  const base64 = await phone.page.evaluate((text) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 900, height: 600 });
    const pen = canvas.getContext('2d');
    if (!pen) throw new Error('no canvas');
    pen.fillStyle = '#dcd6c4';
    pen.fillRect(0, 0, 900, 600);
    pen.fillStyle = '#222';
    pen.font = '64px sans-serif';
    pen.fillText(text, 60, 320);
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? '';
  }, word);
  return Buffer.from(base64, 'base64');
}

/** Opens a user's request for a level in the console. */
async function review(name: string, level: RegExp) {
  await support.go('Verification');
  await support.row(name).filter({ hasText: level }).getByRole('button', { name: 'Open' }).click();
  return support.page.getByRole('dialog');
}

test('a user sends data and photos, reviewers pass both, and the app shows it with the notifications', async ({
  phone,
  person,
}) => {
  const { page } = phone;
  const name = `Ann ${Array.from({ length: 7 }, () => 'abcdefghijklmnopqrstuvwxyz'[randomInt(26)]).join('')}`;
  const card = `K${randomInt(10_000_000, 99_999_999)}`;

  // Both contacts must be linked first: the screen says which is missing.
  await phone.open('/pages/setting/real');
  await expect(phone.main().getByText('Link your e-mail and phone first')).toBeVisible();
  await expect(phone.main().getByRole('link', { name: /^Start/ })).toHaveCount(0);
  await bindPhone(person);
  await page.reload();

  // Level 1: the form reports errors before anything is sent.
  await phone.main().getByRole('link', { name: 'Start: Level 1: identity data' }).click();
  await page.getByText('Passport', { exact: true }).click();
  await page.getByLabel('Full name').fill('Ann <3');
  await page.getByRole('button', { name: 'Send for review' }).click();
  await expect(page.getByText('Letters only, without digits or special characters')).toBeVisible();
  await expect(page.getByText('The document number is not valid')).toBeVisible();
  await page.getByLabel('Full name').fill(name);
  await page.getByLabel('Document number').fill(card);
  await page.getByRole('button', { name: 'Send for review' }).click();
  await expect(phone.main().getByText('Under review')).toBeVisible();
  await expect(phone.main().getByText(`K${card[1]}*****${card.slice(-2)}`)).toBeVisible();

  // A first review fails it with a reason, which the user reads; corrected, it passes.
  const first = await review(name, /Level 1/);
  await expect(first.getByText(card)).toBeVisible();
  await first.getByLabel('Reason').click();
  await support.page.locator('.ant-select-item-option').filter({ hasText: 'Data do not match' }).click();
  await first.getByLabel('Words to the sender').fill('The family name is missing.');
  await first.getByRole('button', { name: 'Reject' }).click();
  await expect(first).toBeHidden();
  // No reload: the notification reaches the open screen.
  await expect(phone.main().getByText('The family name is missing.')).toBeVisible();
  await phone.main().getByRole('link', { name: 'Send again: Level 1: identity data' }).click();
  await page.getByText('Passport', { exact: true }).click();
  await page.getByLabel('Full name').fill(`${name} Lee`);
  await page.getByLabel('Document number').fill(card);
  await page.getByRole('button', { name: 'Send for review' }).click();
  await expect(phone.main().getByText('Under review')).toBeVisible();
  const second = await review(`${name} Lee`, /Level 1/);
  await expect(second.getByText('The family name is missing.')).toBeVisible();
  await second.getByRole('button', { name: 'Approve' }).click();
  await expect(second).toBeHidden();

  // Level 2 opens by itself: two photos.
  await phone.main().getByRole('link', { name: 'Start: Level 2: photos of the document' }).click();
  for (const side of ['Front', 'Back']) {
    await page.getByLabel(`Choose a picture: ${side}`).setInputFiles({
      name: `${side}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await photo(phone, `${name} ${side}`),
    });
    await expect(page.getByRole('img', { name: `Photo of the ${side}` })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Send for review' }).click();
  await expect(phone.main().getByText('Under review')).toBeVisible();
  await support.go('Verification');
  const uid = /[0-9]{6,}/.exec(await phoneUid(phone))?.[0] ?? '';
  const photos = await review(uid, /Level 2/);
  await expect(photos.getByText(`${name} Lee`)).toBeVisible();
  for (const side of ['Front', 'Back'])
    await expect(photos.getByRole('img', { name: `${side} of the document` })).toBeVisible();
  await photos.getByRole('button', { name: 'Approve' }).click();
  await expect(photos).toBeHidden();

  await phone.visit('/pages/setting/real');
  await expect(phone.main().getByText('Level 2', { exact: true })).toBeVisible();
  await expect(phone.main().getByText('Verified', { exact: true })).toHaveCount(2);
  await phone.visit('/pages/setting/real_mark');
  await expect(phone.main().getByText('500 BTC')).toBeVisible();

  // The linked number and three decisions; reading one lowers the count.
  await phone.visit('/pages/mailMessage/mailMessage');
  const system = phone.main().getByRole('link', { name: /System messages/ });
  await expect(system).toContainText('4 unread messages');
  await system.click();
  await expect(phone.main().getByText('Level 2 verification passed')).toBeVisible();
  await phone
    .main()
    .getByRole('button', { name: /Level 1 verification did not pass/ })
    .click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText('The data do not match the document. The family name is missing.');
  await sheet.getByRole('button', { name: 'Delete' }).click();
  await expect(sheet).toBeHidden();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0);
  await expect(phone.main().getByText('Level 1 verification did not pass')).toHaveCount(0);
});

/** The UID, as shown in the settings. */
async function phoneUid(phone: Phone): Promise<string> {
  await phone.visit('/pages/setting/setting');
  return phone
    .main()
    .getByText(/^UID [0-9]+$/)
    .innerText();
}

test('each way of a group of notifications can be turned off, except those of security', async ({
  phone,
  person: _,
}) => {
  await phone.open('/pages/setting/notifications');
  const group = (name: string): Locator =>
    phone.main().locator('section', { has: phone.page.getByRole('heading', { name, exact: true }) });
  const mails = group('Money').getByRole('switch', { name: 'E-mail' });
  await expect(mails).toBeChecked();
  await mails.click();
  await expect(mails).not.toBeChecked();
  await phone.page.reload();
  await expect(mails).not.toBeChecked();
  await expect(group('Money').getByRole('switch', { name: 'In the app' })).toBeChecked();
  await expect(group('Security').getByText('Always on').first()).toBeVisible();
  await expect(group('Security').getByRole('switch', { name: 'E-mail' })).toHaveCount(0);
});
