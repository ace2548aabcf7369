import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixture.ts';
import type { Phone } from './pages/phone.ts';
import { call } from './server/api.ts';

const QUESTIONS = 4;
/** Correct answers of the quiz. */
const RIGHT = [/^237\.5$/, /^The whole stake$/, /^No: later stakes change it/, /^No: it is final$/];

interface Round {
  readonly id: number;
  readonly question: string;
  readonly pool: string;
}

/** The price question that closes last. The demo rounds are made while the server starts. */
async function openRound(): Promise<Round> {
  let found: Round | undefined;
  await expect
    .poll(
      async () => {
        const { data } = await call<{ data: readonly Round[] }>(
          'game/index',
          { status: 2, kind: 'price' },
          { method: 'GET' },
        );
        found = data.at(-1);
        return found?.question ?? '';
      },
      { timeout: 20_000 },
    )
    .not.toBe('');
  if (found === undefined) throw new Error('no round is open');
  return found;
}

async function passQuiz(phone: Phone): Promise<void> {
  const { page } = phone;
  await page.getByRole('link', { name: 'Take the risk quiz' }).click();
  await expect(page.getByRole('group')).toHaveCount(QUESTIONS);
  for (const answer of RIGHT) await page.getByLabel(answer).check();
  await phone.select('Country of residence', 'Japan');
  await page.getByRole('button', { name: 'Send answers' }).click();
}

const optionButton = (page: Page): Locator =>
  page.getByRole('main').getByRole('button', { name: /×/ }).first();

test('after the quiz a user guesses, sees the consequence before, and finds guess, pool and terms', async ({
  phone,
  person,
}) => {
  expect(person.token).not.toBe('');
  const { page } = phone;
  const { id, pool } = await openRound();
  await phone.open('/pages/game/game');
  await expect(page.getByRole('tab', { name: 'Open', exact: true })).toBeVisible();
  await page.locator(`a[href$="round?id=${id}"]`).first().click();
  // The list stays until the round has slid in.
  const terms = page.getByRole('heading', { name: 'Terms', exact: true });
  await expect(terms).toBeVisible();
  await optionButton(page).click();
  await passQuiz(phone);
  await expect(terms).toBeVisible();

  await optionButton(page).click();
  const sheet = page.getByRole('dialog', { name: 'Your guess' });
  await sheet.getByRole('textbox', { name: 'Stake' }).fill('100');
  await expect(sheet).toContainText(/Payout if right\s*[0-9.,]+\s*USDT/);
  await expect(sheet).toContainText(/If wrong, you lose\s*100\s*USDT/);
  await sheet.getByRole('button', { name: 'Confirm 100 USDT' }).click();
  await phone.expectToast('Your guess is in');
  await expect(page.getByText('Your stake: 100 USDT').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your guesses' })).toBeVisible();
  const after = await call<Round>('game/round', { id }, { method: 'GET' });
  expect(Number(after.pool)).toBeGreaterThanOrEqual(Number(pool) + 100);
  await page.getByRole('button', { name: 'What is this hash?' }).click();
  await expect(page.getByText('Checked in your browser: the terms match their hash.')).toBeVisible();

  await phone.open('/pages/game/game', { tab: 'mine' });
  await page
    .getByRole('listitem')
    .getByRole('button', { name: /, 20[0-9]{2}, / })
    .click();
  await expect(page.getByRole('dialog', { name: 'Your guess' })).toContainText(/Stake\s*100\s*USDT/);
});

interface Entry {
  readonly id: number;
  readonly question: string;
  readonly option_name: string;
  readonly payout: string | null;
}

/** A right guess of a demo user, once the short round of the demonstration is settled. */
async function rightGuess(token: string): Promise<Entry> {
  let found: Entry | undefined;
  await expect
    .poll(
      async () => {
        const right = { status: 5, page: 1, limit: 10 };
        const { data } = await call<{ data: readonly Entry[] }>('game/entries', right, {
          token,
          method: 'GET',
        });
        found = data[0];
        return found?.payout ?? null;
      },
      { timeout: 40_000 },
    )
    .not.toBeNull();
  if (found === undefined) throw new Error('no guess was right');
  return found;
}

test('a guess is settled by the index, with its payout and a receipt that the browser verifies', async ({
  phone,
}) => {
  const token = await call<string>('user/login', {
    user_string: 'chloe@demo.karat.example',
    password: 'karat-chloe',
  });
  await phone.loginAs({ token });
  const { page } = phone;
  const { option_name: guess } = await rightGuess(token);
  await phone.open('/pages/game/game', { tab: 'mine' });
  await page.getByRole('tab', { name: 'Right', exact: true }).click();
  await page.getByRole('listitem').getByRole('button', { name: guess }).first().click();
  const sheet = page.getByRole('dialog', { name: 'Your guess' });
  await expect(sheet).toContainText(`Right answer${guess}`);
  await expect(sheet).toContainText(/Payout\s*[0-9.,]+\s*USDT/);
  await sheet.getByRole('link', { name: 'Check the receipt' }).click();
  await phone.expectAt('/pages/proofs/verify');
  await expect(page.getByText('The rule gives this result')).toBeVisible();
  await expect(page.locator('[data-state=failed]')).toHaveCount(0);
});
