import { expect, test } from './fixture.ts';

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('a user asks customer service, and an operator answers in the console without a reload of the phone', async ({
  phone,
  person: _,
  desk,
}) => {
  const { page } = phone;
  await phone.open('/pages/kefu/index');
  await page.getByLabel('What can we help you with?').fill('deposit');
  await expect(page.getByText('These may help').or(page.getByText('No article on this yet'))).toBeVisible();

  const question = `Where is my deposit ${Date.now()}`;
  await page.getByRole('link', { name: 'Start chat' }).click();
  await phone.expectAt('/pages/kf/kf');
  await page.getByLabel('Write a message').fill(question);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const own = page.getByRole('listitem').filter({ hasText: question });
  await expect(own).toHaveCount(1);
  await expect(own.getByText('Sent', { exact: true })).toBeAttached();

  const support = await desk('support');
  await support.go('Customer service');
  await support.row(question).getByRole('button', { name: 'Open' }).click();
  const thread = support.page.getByRole('dialog', { name: /^Conversation [0-9]+/ });
  await expect(thread.getByText(question)).toBeVisible();
  await thread.getByLabel('Answer', { exact: true }).fill('Please send me your verification code');
  await thread.getByRole('button', { name: 'Send answer' }).click();
  const warning = support.page.getByRole('dialog', { name: 'Send this to the customer?' });
  await warning.getByRole('button', { name: 'Cancel' }).click();
  await thread.getByLabel('Answer', { exact: true }).fill('It needs one more confirmation.');
  await thread
    .getByLabel('Picture', { exact: true })
    .setInputFiles({ name: 'where.png', mimeType: 'image/png', buffer: PICTURE });
  await expect(thread.getByText('where.png')).toBeVisible();
  await thread.getByRole('button', { name: 'Send answer' }).click();

  const answer = page.getByRole('listitem').filter({ hasText: 'It needs one more confirmation.' });
  await expect(answer).toHaveCount(1);
  await expect(answer.getByRole('img', { name: 'Picture' })).toBeVisible();
  await expect(own.getByText('Read', { exact: true })).toBeAttached();
  await expect(page.getByText('verification code')).toHaveCount(0);
  await expect(thread.getByText(/It needs one more confirmation.[^]* · read/)).toBeVisible();

  await thread.getByRole('button', { name: 'Close', exact: true }).last().click();
  const rating = page.getByRole('group', { name: 'How did we do?' });
  await rating.getByLabel('5 stars').check({ force: true });
  await page.getByRole('button', { name: 'Send rating' }).click();
  await expect(page.getByText('Thank you for your rating')).toBeVisible();
  await expect(thread.getByText('Closed, rated 5 of 5')).toBeVisible();
});
