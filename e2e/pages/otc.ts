import type { Locator } from '@playwright/test';
import { call } from '../server/api.ts';
import type { Phone } from './phone.ts';

interface Bill {
  readonly value: string;
}

export class OtcPages {
  readonly phone: Phone;
  constructor(phone: Phone) {
    this.phone = phone;
  }

  readonly button = (name: string): Locator => this.phone.main().getByRole('button', { name, exact: true });

  async country(name: string): Promise<void> {
    await this.phone
      .main()
      .getByRole('button', { name: /^Country or region/ })
      .click();
    const sheet = this.phone.page.getByRole('dialog', { name: 'Choose a country or region' });
    await sheet.getByRole('searchbox').or(sheet.getByLabel('Search countries')).first().fill(name);
    await sheet
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .first()
      .click();
  }

  fill(label: string, value: string): Promise<void> {
    return this.phone.main().getByLabel(label, { exact: true }).fill(value);
  }

  async payer(name: string, email: string, phone: string): Promise<void> {
    await this.fill('Full name on the account', name);
    await this.fill('E-mail', email);
    await this.fill('Phone', phone);
  }

  /** The text below a name with a button that copies it. */
  detail(name: string): Promise<string> {
    return this.phone
      .main()
      .getByRole('button', { name: `Copy: ${name}` })
      .locator('xpath=preceding-sibling::div/p[2]')
      .innerText();
  }

  async proof(png: Buffer): Promise<void> {
    const field = this.phone.main().locator('input[type=file]');
    await field.setInputFiles({ name: 'proof.png', mimeType: 'image/png', buffer: png });
    await this.phone.main().getByAltText('Screenshot of the transfer').waitFor();
  }

  /** USDT that all purchases of a user have brought; other money of a demo user moves meanwhile. */
  async bought(token: string): Promise<number> {
    const query = { kind: 'fiat:purchase', limit: 50 };
    const { data } = await call<{ data: readonly Bill[] }>('wallet/bills', query, { token, method: 'GET' });
    return data.reduce((sum, { value }) => sum + Number(value), 0);
  }
}
