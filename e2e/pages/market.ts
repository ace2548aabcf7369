import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';
import type { Phone } from './phone.ts';

/** The list of markets and their search. */
export class MarketPages {
  readonly phone: Phone;
  constructor(phone: Phone) {
    this.phone = phone;
  }

  readonly rows = (): Locator => this.phone.main().getByRole('listitem');
  /** The row of a market, by name. */
  readonly row = (name: string): Locator => this.rows().filter({ hasText: `${name}/` });
  /** Names of the markets from top to bottom. */
  readonly names = (): Promise<string[]> =>
    this.rows()
      .getByRole('button')
      .evaluateAll((stars) => stars.map((star) => star.getAttribute('aria-label')?.split(' ')[1] ?? ''));
  readonly tab = (name: string): Locator => this.phone.page.getByRole('tab', { name });
  readonly star = (name: string): Locator =>
    this.phone.page.getByRole('button', { name: new RegExp(`(Add|Remove) ${name} (to|from) favourites`) });

  /** The displayed last prices from top to bottom. */
  readonly prices = (): Locator => this.rows().locator('.tnum.font-semibold');

  /** Waits until a displayed price changes: which market is traded next is left to chance. */
  async expectToMove(): Promise<void> {
    await expect(this.prices().first()).toHaveText(/[0-9]/);
    const before = await this.prices().allInnerTexts();
    await expect.poll(() => this.prices().allInnerTexts(), { timeout: 20_000 }).not.toEqual(before);
  }

  readonly searchField = (): Locator =>
    this.phone.page.getByRole('textbox', { name: 'Search coins and stocks' });
  readonly section = (name: string): Locator => this.phone.page.getByRole('region', { name });
}
