import type { FiatMethod } from '@karat/contract';
import { amount, negate, rate } from '@karat/money';
import { USDT, houseAccount } from '@karat/domains/ledger';
import type { Ledger } from '@karat/domains/ledger';
import type { Tx } from '@karat/platform/db';
import { DAY_MS } from '@karat/rules';
import { ALONE_MAX } from './offers.ts';
import type { BankAccount, Offers } from './offers.ts';

const EURO = ['AT', 'BE', 'DE', 'ES', 'FI', 'FR', 'GR', 'IE', 'IT', 'LU', 'NL', 'PT'];
const DOLLAR = [
  'AE',
  'AR',
  'AU',
  'BR',
  'CA',
  'CL',
  'CO',
  'KR',
  'MX',
  'MY',
  'NZ',
  'PE',
  'PH',
  'TH',
  'TW',
  'ZA',
];
const OWN: Readonly<Record<string, readonly string[]>> = {
  US: ['USD'],
  GB: ['GBP', 'EUR', 'USD'],
  JP: ['JPY', 'USD'],
  HK: ['HKD', 'USD'],
  SG: ['SGD', 'USD'],
  VN: ['VND', 'USD'],
  CH: ['EUR', 'USD'],
};

/** Fictitious accounts at fictitious banks, with textbook numbers. */
const bank = (currency: string, account: string, city: string): BankAccount => ({
  account,
  currency,
  countries: [],
  details: {
    beneficiary: 'Karat Demonstration Ltd',
    bank_name: `Example Bank ${city} (demonstration)`,
    account_number: account,
    swift: 'EXMPXXXX',
    routing: null,
    bank_address: `1 Example Street, ${city}`,
  },
});

const ALL = ['USD', 'EUR', 'GBP', 'JPY', 'HKD', 'SGD', 'VND'];
const MINUTES: Readonly<Record<FiatMethod, number>> = { swift: 24 * 60, card: 30, third_party: 60 };

/** Offers of the demo. Rates may have any age: they are displayed with their date. */
export const demoOffers: Offers = {
  countries: {
    ...Object.fromEntries(EURO.map((code) => [code, ['EUR', 'USD']])),
    ...Object.fromEntries(DOLLAR.map((code) => [code, ['USD']])),
    ...OWN,
  },
  minimums: {
    USD: amount('20'),
    EUR: amount('20'),
    GBP: amount('20'),
    JPY: amount('3000'),
    HKD: amount('200'),
    SGD: amount('30'),
    VND: amount('500000'),
  },
  banks: [
    bank('USD', 'US000123456789', 'New York'),
    bank('EUR', 'DE02120300000000202051', 'Berlin'),
    bank('GBP', 'GB33BUKB20201555555555', 'London'),
    bank('JPY', 'JP00012345678', 'Tokyo'),
    bank('HKD', 'HK0001234567890', 'Hong Kong'),
    bank('SGD', 'SG00012345678', 'Singapore'),
    bank('VND', 'VN0001234567890', 'Hanoi'),
  ],
  providers: {
    card: { provider: 'simulator', currencies: ALL },
    third_party: { provider: 'simulator', currencies: ['USD', 'EUR', 'GBP'] },
  },
  taxIdCountries: ['AR', 'BR', 'CL', 'CO', 'PE'],
  spread: rate('0.01'),
  minutes: MINUTES,
  aloneMax: ALONE_MAX,
  rateAgeMsMax: DAY_MS,
};

const DESK = amount('200000000');

/** Coins that pay for what a disputed payment does not bring back. */
const CHARGEBACKS = amount('1000000');

const FUNDS = [
  ['fiat_desk', DESK],
  ['fiat_chargebacks', CHARGEBACKS],
] as const;

/** Funds the coins that the demo sells, and its reserve for chargebacks, from the external account, once. */
export async function seedDesk(ledger: Ledger, tx: Tx, at: number): Promise<void> {
  for (const [name, funds] of FUNDS)
    await ledger.post(tx, {
      key: `genesis:${name}`,
      kind: 'genesis',
      reference: name,
      at,
      entries: [
        { account: houseAccount('external'), currency: USDT, available: negate(funds) },
        { account: houseAccount(name), currency: USDT, available: funds },
      ],
    });
}
