import { expect } from '@playwright/test';
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { serverUrl } from '../server/api.ts';
import { OneTimeCodes, operator, sessionOf } from '../server/operators.ts';
import type { Operator } from '../server/operators.ts';

/** A decimal as the console writes it, with its thousands apart. */
export const grouped = (decimal: string): string => decimal.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',');

const DESK = {
  viewport: { width: 1440, height: 1000 },
  isMobile: false,
  hasTouch: false,
  deviceScaleFactor: 1,
  // A drawer takes the focus when it has come in, and closes the list that was opened meanwhile.
  reducedMotion: 'reduce',
} as const;

/** A desk of its own, where nothing moves on its own; whoever opens it closes it. */
export const atDesk = (browser: Browser, origin = serverUrl()): Promise<BrowserContext> =>
  browser.newContext({ ...DESK, baseURL: origin });

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

  /** The console in which the operator with this role is logged in already. */
  static async login(page: Page, role: string): Promise<ConsolePages> {
    const pages = new ConsolePages(page, await operator(role));
    await page.addInitScript(
      (token) => sessionStorage.setItem('karat-console-token', token),
      sessionOf(role),
    );
    await page.goto('/console/');
    await expect(pages.#inside()).toBeVisible();
    return pages;
  }

  /** A console in front of which the operator with this role stands. */
  static async before(page: Page, role: string): Promise<ConsolePages> {
    const pages = new ConsolePages(page, await operator(role));
    await page.goto('/console/');
    return pages;
  }

  readonly #inside = (): Locator => this.page.getByRole('button', { name: 'Log out' });

  /** Fills in the form of the login. */
  async enter(password = this.#operator.password): Promise<void> {
    await this.page.getByLabel('Login').fill(this.#operator.login);
    await this.page.getByLabel('Password').fill(password);
    await this.#withFreshCode('Log in', this.#inside());
  }

  /** Presses a button beside a one-time code until what was to come comes; a code that was used meanwhile is refused, the next one is taken. */
  async #withFreshCode(button: string, done: Locator, within: Page | Locator = this.page): Promise<void> {
    const refused = within.getByRole('alert').filter({ hasText: 'one-time code is wrong' });
    do {
      await within.getByLabel('One-time code').fill(await this.freshCode());
      // Until the server has answered, what stands there may be about the try before.
      const answered = this.page.waitForResponse((response) => response.request().method() === 'POST');
      await within.getByRole('button', { name: button, exact: true }).click();
      await answered;
      await expect(done.or(refused)).toBeVisible();
    } while (await refused.isVisible());
  }

  /** Registers a passkey of this browser, signing in again with a one-time code. */
  async registerPasskey(name: string): Promise<void> {
    const form = this.page.getByRole('region', { name: 'Register a passkey' });
    await form.getByLabel('Name of the device').fill(name);
    await form.getByLabel('Password').fill(this.#operator.password);
    await this.#withFreshCode('Register passkey', this.row(name), form);
  }

  /** Logs in with the password and a passkey of this browser. */
  async enterByPasskey(): Promise<void> {
    await this.page.getByLabel('Login').fill(this.#operator.login);
    await this.page.getByLabel('Password').fill(this.#operator.password);
    await this.page.getByRole('button', { name: 'Log in with a passkey' }).click();
    await expect(this.#inside()).toBeVisible();
  }

  /** Removes a passkey, signing in again with one. */
  async removePasskey(name: string): Promise<void> {
    await this.row(name).getByRole('button', { name: 'Remove' }).click();
    const form = this.page.getByRole('dialog', { name: `Remove ${name}` });
    await form.getByLabel('Password').fill(this.#operator.password);
    await form.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(this.row(name)).toHaveCount(0);
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
    // The page before it stays until this one is there, and has rows as well.
    await expect(this.page.getByRole('region', { name: new RegExp(`^${name}`) })).toBeVisible();
  }

  readonly row = (text: string | RegExp): Locator => this.page.getByRole('row').filter({ hasText: text });

  /** Chooses from a list of the form by its words. */
  async choose(form: Locator, label: string, option: string): Promise<void> {
    await form.getByLabel(label, { exact: true }).click();
    const list = this.page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)');
    await list
      .locator('.ant-select-item-option')
      .filter({ hasText: new RegExp(`^${option}`) })
      .first()
      .click();
    // A click beside a list that is still closing only closes it.
    await expect(list).toHaveCount(0);
    await expect(form.locator('.ant-select').filter({ hasText: option })).not.toHaveCount(0);
  }

  /** Gives the reason in a window with this title and sends it. */
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

  /** Asks for a market to go on. */
  async askToResume(market: string, reason: string): Promise<void> {
    await this.go('Markets');
    await this.row(market).getByRole('button', { name: 'Resume' }).click();
    await this.say(`Resume ${market}`, reason);
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
    const done = this.page.getByText(/^Request [0-9]+ is approved and done\.$/).last();
    await this.#withFreshCode('Approve exactly this', done, request);
    await expect(request).toBeHidden();
  }
}
