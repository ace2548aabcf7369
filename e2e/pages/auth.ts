import type { Locator } from '@playwright/test';
import type { Phone } from './phone.ts';

/** Login, registration and password reset. */
export class AuthPages {
  readonly phone: Phone;
  constructor(phone: Phone) {
    this.phone = phone;
  }

  readonly #field = (label: string): Locator => this.phone.page.getByLabel(label, { exact: true });
  readonly #submit = (name: string): Locator =>
    this.phone.page.locator('form').getByRole('button', { name, exact: true });

  async login(email: string, password: string): Promise<void> {
    // The previous screen may still be sliding out, with a field of the same name.
    await this.phone.title('Welcome back').waitFor();
    await this.#field('E-mail').fill(email);
    await this.#field('Password').fill(password);
    await this.#submit('Log in').click();
  }

  async sendCodeTo(email: string): Promise<void> {
    await this.#field('E-mail').fill(email);
    await this.phone.page.getByRole('button', { name: 'Send code' }).click();
    await this.phone.page.getByText('If the address is right, the code arrives').waitFor();
  }

  async fillNew(code: string, password: string, repeat = password): Promise<void> {
    await this.#field('Verification code').fill(code);
    await this.#field('New password').fill(password);
    await this.#field('Repeat password').fill(repeat);
  }

  readonly createAccount = (): Promise<void> => this.#submit('Create account').click();
  readonly setNewPassword = (): Promise<void> => this.#submit('Set new password').click();
}
