import { crc32, deflateSync } from 'node:zlib';
import { randomInt } from 'node:crypto';
import { expect, test } from './fixture.ts';
import { grouped } from './pages/console.ts';

/** Blocks of the private chains come every few seconds; a deposit takes up to three. */
const CREDIT_MS = 40_000;

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
};

/** A picture that no other run has uploaded. */
function picture(): Buffer {
  const side = 32;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head[8] = 8;
  const lines = Buffer.concat(
    Array.from({ length: side }, () =>
      Buffer.from([0, ...Array.from({ length: side }, () => randomInt(256))]),
    ),
  );
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

test("test coins sent to the user's address are shown as they confirm and are credited", async ({
  phone,
  person: _,
}) => {
  await phone.open('/pages/fund/select');
  await phone.page.getByRole('link', { name: /BTC/ }).click();
  await expect(phone.title('Deposit BTC')).toBeVisible();
  await expect(phone.page.getByTestId('address')).toHaveText(/^bcrt1q[a-z0-9]{38}$/);
  await expect(phone.page.getByRole('img', { name: /^QR code of bcrt1q/ })).toBeVisible();
  await expect(phone.page.getByText('Test chain', { exact: true })).toBeVisible();
  await phone.page.getByRole('button', { name: 'Get test coins' }).click();
  await phone.expectToast(/0\.01 BTC in test coins/);
  const recent = phone.page.getByRole('region', { name: 'Recent deposits' });
  await expect(recent).toContainText('+0.01', { timeout: CREDIT_MS });
  await expect(recent).toContainText('Credited', { timeout: CREDIT_MS });
  await phone.open('/pages/fund/receive_withdraw_record');
  await expect(phone.main().getByRole('listitem').filter({ hasText: '+0.01' })).toContainText('Credited');
});

test('a network without a node says so and warns of its address', async ({ phone, person: _ }) => {
  await phone.open('/pages/fund/receive', { currency: 3 });
  await phone.page.getByRole('tab', { name: 'TRC20' }).click();
  await expect(phone.page.getByTestId('address')).toHaveText(/^T[1-9A-HJ-NP-Za-km-z]{33}$/);
  await expect(phone.page.getByText('Tron deposits are unavailable')).toBeVisible();
  await expect(phone.page.getByText('Do not send anything to this address.')).toBeVisible();
});

test('two operators credit a voucher', async ({ phone, person: _, desk }) => {
  await phone.open('/pages/fund/voucher');
  await phone.page.getByRole('button', { name: 'Send for review' }).click();
  await expect(phone.page.getByText('Enter an amount')).toBeVisible();
  const sum = `${randomInt(10_000, 99_999)}.25`;
  await phone.page.getByLabel('Amount', { exact: true }).fill(sum);
  await phone.page.getByLabel('Account that you paid from').fill('Bank of Tests 1234');
  await phone.page
    .locator('input[type=file]')
    .setInputFiles({ name: 'proof.png', mimeType: 'image/png', buffer: picture() });
  await expect(phone.page.getByRole('img', { name: 'Picture of the payment' })).toBeVisible();
  await phone.page.getByRole('button', { name: 'Send for review' }).click();
  await phone.expectToast('Sent for review');
  await phone.expectAt('/pages/fund/receive_withdraw_record');
  const entry = phone.main().getByRole('listitem').filter({ hasText: 'Deposit by voucher' });
  await expect(entry).toContainText('Under review');

  const finance = await desk('finance');
  await finance.go('Deposits');
  await finance.row(grouped(sum)).getByRole('button', { name: 'Open' }).click();
  const review = finance.page.getByRole('dialog');
  await expect(review.getByRole('img', { name: 'Voucher' })).toBeVisible();
  const found = `Statement line ${sum}`;
  await review.getByLabel('Where the payment was found').fill(found);
  await review.getByRole('button', { name: /^Ask for/ }).click();
  await expect(finance.page.getByText('Asked. Somebody else has to approve it.')).toBeVisible();

  const risk = await desk('risk');
  const request = await risk.lookAt(found);
  await expect(request).toContainText(sum);
  await risk.approve(request);
  await expect(entry).toContainText('Credited', { timeout: 20_000 });
});
