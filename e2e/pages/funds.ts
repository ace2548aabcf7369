import type { Locator } from '@playwright/test';
import type { Phone } from './phone.ts';

/** Assets, transfers, conversions and bills. */
export class FundPages {
  readonly phone: Phone;
  constructor(phone: Phone) {
    this.phone = phone;
  }

  readonly amount = (): Locator => this.phone.page.getByLabel('Amount', { exact: true });
  readonly submit = (name: string): Locator =>
    this.phone.page.locator('form').getByRole('button', { name, exact: true });

  /** Selects in the sheet of a field such as "From" or "Currency". */
  async pick(label: string, option: string): Promise<void> {
    await this.phone
      .main()
      .getByRole('button', { name: new RegExp(`^${label}`) })
      .click();
    const sheet = this.phone.page.getByRole('dialog');
    await sheet
      .getByRole('radio', { name: new RegExp(`^${option}`) })
      .locator('xpath=..')
      .click();
  }

  /** A currency in the open account of the assets. */
  readonly balance = (currency: string): Locator =>
    this.phone.page
      .getByRole('region', { name: 'Accounts' })
      .getByRole('listitem')
      .filter({ hasText: new RegExp(`^(${currency})+(Avg|Held|\\W|\\d)`) });

  readonly movement = (text: string | RegExp): Locator =>
    this.phone.main().getByRole('listitem').filter({ hasText: text });

  /** Opens a movement and returns its sheet. */
  async openMovement(text: string | RegExp): Promise<Locator> {
    await this.movement(text).first().getByRole('button').click();
    return this.phone.page.getByRole('dialog');
  }

  /** A line of that sheet, by its name. */
  readonly fact = (sheet: Locator, name: string): Locator =>
    sheet.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=following-sibling::dd');
}
