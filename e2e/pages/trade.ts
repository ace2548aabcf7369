import type { Locator } from '@playwright/test';
import type { Phone } from './phone.ts';

/** The trade screen and the user's orders. */
export class TradePages {
  readonly phone: Phone;
  constructor(phone: Phone) {
    this.phone = phone;
  }

  readonly field = (name: string): Locator => this.phone.page.getByRole('textbox', { name, exact: true });
  readonly book = (): Locator => this.phone.page.getByRole('region', { name: 'Order book' });
  /** A price of the book, for example the best ask. */
  readonly asks = (): Locator => this.book().getByRole('button', { name: /^Ask / });
  readonly bids = (): Locator => this.book().getByRole('button', { name: /^Bid / });
  readonly orders = (): Locator => this.phone.page.getByRole('region', { name: 'Orders' });
  readonly order = (text: string | RegExp): Locator =>
    this.orders().getByRole('listitem').filter({ hasText: text });

  async chooseType(name: string): Promise<void> {
    await this.phone.select('Order type', name);
  }

  /** Submits the ticket; the confirmation is left to the test. */
  async submit(name: string): Promise<Locator> {
    await this.phone.page.getByRole('button', { name, exact: true }).click();
    return this.phone.page.getByRole('dialog');
  }

  async show(tab: 'Open' | 'History' | 'Fills'): Promise<void> {
    await this.orders()
      .getByRole('tab', { name: new RegExp(`^${tab}`) })
      .click();
  }
}
