import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { OneTimeCodes, operator } from '../server/operators.ts';
import type { Operator } from '../server/operators.ts';

/** A decimal as the console writes it, with its thousands apart. */
export const grouped = (decimal: string): string => decimal.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',');

/** The console in the browser of one operator. */
export class ConsolePages {
  readonly page: Page;
  readonly #operator: Operator;
  readonly #codes: OneTimeCodes;
  constructor(page: Page, who: Operator) {
    this.page = page;
    this.#operator = who;
    this.#codes = new OneTimeCodes(who);
  }

  /** A browser of its own in which the operator with this role is logged in. */
  static async login(page: Page, role: string): Promise<ConsolePages> {
    const pages = new ConsolePages(page, await operator(role));
    await page.goto('/console/');
    await pages.#enter();
    return pages;
  }

  async #enter(): Promise<void> {
    await this.page.getByLabel('Login').fill(this.#operator.login);
    await this.page.getByLabel('Password').fill(this.#operator.password);
    const inside = this.page.getByRole('button', { name: 'Log out' });
    const refused = this.page.getByRole('alert');
    // A code that an earlier run used is refused; the next one is taken.
    do {
      await this.page.getByLabel('One-time code').fill(await this.freshCode());
      await this.page.getByRole('button', { name: 'Log in' }).click();
      await expect(
        this.page.getByRole('button', { name: 'Log in' }).and(this.page.locator('.ant-btn-loading')),
      ).toHaveCount(0);
      await expect(inside.or(refused)).toBeVisible();
    } while (await refused.isVisible());
  }

  /** The next one-time code that was not used yet; it may take half a minute until there is one. */
  async freshCode(): Promise<string> {
    let code: string | undefined;
    await expect.poll(() => (code = this.#codes.next()), { timeout: 45_000 }).toBeDefined();
    return code ?? '';
  }

  /** Opens an entry of the menu at the side; beside its name stands how many wait. */
  async go(name: string): Promise<void> {
    await this.page.getByRole('menuitem', { name: new RegExp(`^${name}( [0-9]+)?$`) }).click();
  }

  readonly row = (text: string | RegExp): Locator => this.page.getByRole('row').filter({ hasText: text });

  async askForState(market: string, state: 'Open' | 'Halted', reason: string): Promise<void> {
    await this.go('Markets');
    // The form begins with what the list shows, which follows within a few seconds.
    await expect(this.row(market)).toContainText(state === 'Open' ? 'halted' : 'open');
    await this.row(market).getByRole('button', { name: 'Change' }).click();
    const dialog = this.page.getByRole('dialog', { name: `Change ${market}` });
    await dialog.getByLabel('State').click();
    await this.page
      .locator('.ant-select-item-option')
      .filter({ hasText: new RegExp(`^${state}$`) })
      .click();
    await dialog.getByLabel('Reason').fill(reason);
    await dialog.getByRole('button', { name: 'Ask for approval' }).click();
    await expect(this.page.getByText('Asked. Somebody else has to approve it.')).toBeVisible();
  }

  /** Opens the request with this reason and answers what it shows. */
  async lookAt(reason: string): Promise<Locator> {
    await this.go('Approvals');
    await this.row(reason).getByRole('button', { name: 'Look' }).click();
    return this.page.getByRole('dialog');
  }

  /** Signs in again and approves what is shown. */
  async approve(request: Locator): Promise<void> {
    await request.getByLabel('Password').fill(this.#operator.password);
    await request.getByLabel('One-time code').fill(await this.freshCode());
    await request.getByRole('button', { name: 'Approve' }).click();
    await expect(request).toBeHidden();
  }
}
