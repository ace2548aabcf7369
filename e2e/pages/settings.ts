import type { Locator } from '@playwright/test';
import type { Phone } from './phone.ts';

/** Settings, profile, language, currency and appearance. */
export class SettingsPages {
  readonly phone: Phone;
  constructor(phone: Phone) {
    this.phone = phone;
  }

  readonly row = (name: string | RegExp): Locator => this.phone.main().getByRole('link', { name });

  async logout(): Promise<void> {
    await this.phone.page.getByRole('button', { name: 'Log out', exact: true }).click();
    await this.phone.page
      .getByRole('dialog', { name: 'Log out now?' })
      .getByRole('button', { name: 'Log out' })
      .click();
  }

  readonly nickname = (): Locator => this.phone.page.getByLabel('Nickname');
  readonly signature = (): Locator => this.phone.page.getByLabel('Bio');
  readonly save = (): Promise<void> => this.phone.page.getByRole('button', { name: 'Save' }).click();
  /** The picture at the head of the profile. */
  readonly avatar = (): Locator =>
    this.phone.page.getByRole('button', { name: 'Change picture' }).locator('img');

  /** Selects a file in the file picker. */
  async upload(name: string, mimeType: string, buffer: Buffer): Promise<void> {
    const chooser = this.phone.page.waitForEvent('filechooser');
    await this.phone.page.getByRole('button', { name: 'Change picture' }).click();
    await (await chooser).setFiles({ name, mimeType, buffer });
  }

  /** One of a list of choices, such as a language or a theme. */
  readonly choice = (name: string | RegExp): Locator => this.phone.page.getByRole('radio', { name });
  async choose(name: string | RegExp): Promise<void> {
    await this.choice(name).locator('xpath=..').click();
  }
}
