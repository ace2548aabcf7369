import { expect } from '@playwright/test';
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { serverUrl } from '../server/api.ts';
import { OneTimeCodes, newOperator, operatorSession } from '../server/operators.ts';
import type { Operator } from '../server/operators.ts';

/** A decimal as the console formats it. */
export const grouped = (decimal: string): string => decimal.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',');

const DESK = {
  viewport: { width: 1440, height: 1000 },
  isMobile: false,
  hasTouch: false,
  deviceScaleFactor: 1,
  // A drawer takes the focus after its animation, which closes a list that was opened meanwhile.
  reducedMotion: 'reduce',
} as const;

/** A browser context without animations; the caller closes it. */
export const atDesk = (browser: Browser, origin = serverUrl()): Promise<BrowserContext> =>
  browser.newContext({ ...DESK, baseURL: origin });

/** The console in the browser of one operator. */
export class ConsolePages {
  readonly page: Page;
  readonly operator: Operator;
  readonly #codes: OneTimeCodes;
  constructor(page: Page, operator: Operator) {
    this.page = page;
    this.operator = operator;
    this.#codes = new OneTimeCodes(operator);
  }

  /** The console with a new operator of this role, who is logged in. */
  static async login(page: Page, role: string): Promise<ConsolePages> {
    const pages = new ConsolePages(page, await newOperator(role));
    await page.addInitScript(
      (token) => sessionStorage.setItem('karat-console-token', token),
      await operatorSession(pages.operator, pages.#codes),
    );
    // The page that shows least: the dashboard, where a login leads, takes as long as the page that a test opens next.
    await page.goto('/console/#/passkeys');
    await expect(pages.#inside()).toBeVisible();
    return pages;
  }

  /** The login page of the console for a new operator of this role. */
  static async before(page: Page, role: string): Promise<ConsolePages> {
    const pages = new ConsolePages(page, await newOperator(role));
    await page.goto('/console/');
    return pages;
  }

  readonly #inside = (): Locator => this.page.getByRole('button', { name: 'Log out' });

  /** Fills in the login form. */
  async enter(password = this.operator.password): Promise<void> {
    await this.page.getByLabel('Login').fill(this.operator.login);
    await this.page.getByLabel('Password').fill(password);
    await this.#withFreshCode('Log in', this.#inside());
  }

  /** Presses the button beside a one-time code and waits for the expected element. */
  async #withFreshCode(button: string, done: Locator, within: Page | Locator = this.page): Promise<void> {
    await within.getByLabel('One-time code').fill(await this.freshCode());
    await within.getByRole('button', { name: button, exact: true }).click();
    await expect(done).toBeVisible();
  }

  /** Registers a passkey of this browser after signing in again with a one-time code. */
  async registerPasskey(name: string): Promise<void> {
    const form = this.page.getByRole('region', { name: 'Register a passkey' });
    await form.getByLabel('Name of the device').fill(name);
    await form.getByLabel('Password').fill(this.operator.password);
    await this.#withFreshCode('Register passkey', this.row(name), form);
  }

  /** Logs in with the password and a passkey of this browser. */
  async enterByPasskey(): Promise<void> {
    await this.page.getByLabel('Login').fill(this.operator.login);
    await this.page.getByLabel('Password').fill(this.operator.password);
    await this.page.getByRole('button', { name: 'Log in with a passkey' }).click();
    await expect(this.#inside()).toBeVisible();
  }

  /** Removes a passkey after signing in again with one. */
  async removePasskey(name: string): Promise<void> {
    await this.row(name).getByRole('button', { name: 'Remove' }).click();
    const form = this.page.getByRole('dialog', { name: `Remove ${name}` });
    await form.getByLabel('Password').fill(this.operator.password);
    await form.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(this.row(name)).toHaveCount(0);
  }

  /** Returns the next unused one-time code; waits for it after two codes within half a minute. */
  async freshCode(): Promise<string> {
    let code: string | undefined;
    await expect.poll(() => (code = this.#codes.next()), { timeout: 45_000 }).toBeDefined();
    return code ?? '';
  }

  /** Opens a menu entry; beside its name is the length of its queue. */
  async go(name: string): Promise<void> {
    await this.page.getByRole('menuitem', { name: new RegExp(`^${name}( [0-9]+)?$`) }).click();
    // The previous page stays until this one is loaded, and may have rows as well.
    await expect(this.page.getByRole('region', { name: new RegExp(`^${name}( [0-9]+)?$`) })).toBeVisible();
  }

  readonly row = (text: string | RegExp): Locator => this.page.getByRole('row').filter({ hasText: text });

  /** Selects an option of a form's list by its text. */
  async choose(form: Locator, label: string, option: string): Promise<void> {
    await form.getByLabel(label, { exact: true }).click();
    const list = this.page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)');
    await list
      .locator('.ant-select-item-option')
      .filter({ hasText: new RegExp(`^${option}`) })
      .first()
      .click();
    // A click beside a closing list only closes it.
    await expect(list).toHaveCount(0);
    await expect(form.locator('.ant-select').filter({ hasText: option })).not.toHaveCount(0);
  }

  /** Enters the reason in a dialog with this title and sends it. */
  async say(title: string, reason: string, button = 'Ask for approval'): Promise<void> {
    const form = this.page.getByRole('dialog', { name: title });
    await form.getByLabel('Reason').fill(reason);
    await form.getByRole('button', { name: button }).click();
    await expect(form).toBeHidden();
  }

  /** Halts a market at once. */
  async haltMarket(market: string, reason: string): Promise<void> {
    await this.go('Markets');
    await this.row(market).getByRole('button', { name: 'Halt' }).click();
    await this.say(`Halt ${market}`, reason, 'Halt');
    await expect(this.row(market)).toContainText('halted');
  }

  /** Requests to resume a market. */
  async askToResume(market: string, reason: string): Promise<void> {
    await this.go('Markets');
    await this.row(market).getByRole('button', { name: 'Resume' }).click();
    await this.say(`Resume ${market}`, reason);
  }

  /** Opens the request with this reason and returns its drawer. */
  async lookAt(reason: string): Promise<Locator> {
    await this.go('Approvals');
    await this.row(reason).getByRole('button', { name: 'Open' }).click();
    return this.page.getByRole('dialog');
  }

  /** Signs in again and approves the opened request. */
  async approve(request: Locator): Promise<void> {
    await request.getByLabel('Password').fill(this.operator.password);
    const done = this.page.getByText(/^Request [0-9]+ is approved and done\.$/).last();
    await this.#withFreshCode('Approve exactly this', done, request);
    await expect(request).toBeHidden();
  }
}
