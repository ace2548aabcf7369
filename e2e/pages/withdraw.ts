import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';
import type { ConsolePages } from './console.ts';
import type { Phone } from './phone.ts';

/** Withdrawals over a chain, on the phone. */
export class WithdrawPages {
  readonly phone: Phone;
  constructor(phone: Phone) {
    this.phone = phone;
  }

  /** Fills the form of a currency, on its first network. */
  async fill(currency: number, address: string, amount: string): Promise<void> {
    await this.phone.open('/pages/fund/withdraw', { currency });
    const main = this.phone.main();
    await main.getByRole('textbox', { name: 'Address', exact: true }).fill(address);
    await main.getByLabel('Amount', { exact: true }).fill(amount);
    await this.submit();
  }

  async submit(): Promise<void> {
    const form = this.phone.main().locator('form');
    await form.getByRole('button', { name: 'Withdraw', exact: true }).click();
  }

  /** Names another person with own keys as the owner of the wallet, and submits again. */
  async nameOwner(name: string): Promise<void> {
    const wallet = this.phone.main().getByRole('region', { name: 'Recipient wallet' });
    await expect(wallet.getByRole('alert')).toHaveText(['Choose the wallet owner', 'Choose the wallet type']);
    await wallet.getByRole('button', { name: /^Wallet owner/ }).click();
    await this.phone.page.getByText('Another person', { exact: true }).click();
    await wallet.getByLabel('Beneficiary name').fill(name);
    await wallet.getByRole('button', { name: /^Wallet type/ }).click();
    await this.phone.page.getByText('Self-custody wallet', { exact: true }).click();
    await this.submit();
  }

  /** The confirmation sheet; accepts the warning of a first payment where shown. */
  async sheet(): Promise<Locator> {
    const sheet = this.phone.page.getByRole('dialog', { name: 'Withdraw' });
    await expect(sheet.getByLabel('Pay password', { exact: true })).toBeVisible();
    const warning = sheet.getByRole('checkbox');
    if ((await warning.count()) > 0) await warning.check();
    return sheet;
  }

  /** Confirms with the pay password; returns the id of the request. */
  async confirm(payPassword: string): Promise<number> {
    const sheet = await this.sheet();
    await sheet.getByLabel('Pay password', { exact: true }).fill(payPassword);
    await sheet.getByRole('button', { name: 'Confirm', exact: true }).click();
    await this.phone.expectToast('Withdrawal requested');
    await this.phone.expectAt('/pages/fund/withdraw_detail');
    return Number(/[?&]id=([0-9]+)/.exec(this.phone.page.url())?.[1]);
  }

  readonly steps = (): Locator =>
    this.phone.page.getByRole('region', { name: 'Steps' }).getByRole('listitem');

  /** The transaction id, above the button that copies it. */
  readonly transaction = (): Locator =>
    this.phone
      .main()
      .locator('p', { hasText: /^Transaction$/ })
      .locator('xpath=following-sibling::p');

  /** A line of the facts, by its name. */
  readonly fact = (name: string): Locator =>
    this.phone
      .main()
      .locator('dt', { hasText: new RegExp(`^${name}$`) })
      .locator('xpath=following-sibling::dd');
}

/** Decisions on withdrawals, in the console. */
export class WithdrawalDesk {
  readonly console: ConsolePages;
  constructor(console: ConsolePages) {
    this.console = console;
  }

  /** Opens the request that pays to an address and returns its drawer. */
  async look(address: string): Promise<Locator> {
    await this.console.go('Withdrawals');
    await this.console.row(address).getByRole('button', { name: 'Open' }).click();
    const drawer = this.console.page.getByRole('dialog', { name: /^Withdrawal [0-9]+$/ });
    await expect(drawer.getByText(address).first()).toBeVisible();
    return drawer;
  }

  /** Approves with a fresh code. */
  async approve(drawer: Locator, reason: string): Promise<void> {
    await drawer.getByLabel('Why it is right').fill(reason);
    await drawer.getByLabel('One-time code').fill(await this.console.freshCode());
    await drawer.getByRole('button', { name: /^(Approve|Request second approval)$/ }).click();
    await expect(drawer).toBeHidden();
  }

  /** Requests one file with all approved payouts to domestic cards, from the tab of bank payments. */
  async gather(): Promise<void> {
    await this.console.page.getByRole('button', { name: 'Gather approved payments' }).click();
    await expect(this.console.page.locator('.ant-btn-loading')).toHaveCount(0);
  }

  async reject(drawer: Locator, reason: string, words: string): Promise<void> {
    await this.console.choose(drawer, 'Reason', reason);
    await drawer.getByLabel(/^In words/).fill(words);
    await drawer.getByRole('button', { name: 'Reject', exact: true }).click();
    await expect(drawer).toBeHidden();
  }
}
