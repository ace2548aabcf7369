import { expect, test } from 'vitest';
import { csvOf, pain001Of } from './bank-file.ts';
import type { BankPayment } from './bank-file.ts';

const payment = (fields: Readonly<Record<string, string>>): BankPayment => ({
  ...{ id: 7, amount: '12.5', currency: 'USD', fields },
});
const cellOf = (name: string): string | undefined =>
  csvOf([payment({ real_name: name })])
    .split('\r\n')[1]
    ?.slice('KARAT-7,12.5,USD,'.length)
    .replace(/,+$/, '');

test.each([
  ['Ann Lee', 'Ann Lee'],
  ['=1+1', "'=1+1"],
  ['+49', "'+49"],
  ['-Lee', "'-Lee"],
  ['@sum', "'@sum"],
  ['\tLee', "'\tLee"],
  ['\rLee', '"\'\rLee"'],
  ['Lee, Ann', '"Lee, Ann"'],
  ['Ann "A" Lee', '"Ann ""A"" Lee"'],
  ['Ann\nLee', '"Ann\nLee"'],
  ['Lee-Ann', 'Lee-Ann'],
])('%j is written so that no spreadsheet reads a formula, as %j', (name, cell) => {
  expect(cellOf(name)).toBe(cell);
});

const xmlOf = (...payments: readonly BankPayment[]): string =>
  pain001Of(3, Date.UTC(2026, 2, 1, 12), payments);

test('a payment names the IBAN, else the card, else the account, and an American bank by its number', () => {
  const account = { bank_account: '111', card_number: '222', iban: 'DE89370400440532013000' };
  expect(xmlOf(payment(account))).toContain(
    '<CdtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></CdtrAcct>',
  );
  const { iban: _, ...card } = account;
  expect(xmlOf(payment(card))).toContain('<CdtrAcct><Id><Othr><Id>222</Id></Othr></Id></CdtrAcct>');
  expect(xmlOf(payment({ bank_account: '111' }))).toContain('<Othr><Id>111</Id></Othr>');
  const american = xmlOf(payment({ ...card, aba: '021000021', bank_name: 'A & B' }));
  expect(american).toContain('<Cd>USABA</Cd></ClrSysId><MmbId>021000021</MmbId>');
  expect(american).toContain('<Nm>A &amp; B</Nm>');
});

test('a file sums what it pays, and is of the day on which it was made', () => {
  const xml = xmlOf(payment({}), { ...payment({}), id: 8, amount: '0.75' });
  expect(xml).toContain('<NbOfTxs>2</NbOfTxs><CtrlSum>13.25</CtrlSum>');
  expect(xml).toContain('<ReqdExctnDt><Dt>2026-03-01</Dt></ReqdExctnDt>');
  expect(xml).toContain('<EndToEndId>KARAT-8</EndToEndId></PmtId><Amt><InstdAmt Ccy="USD">0.75</InstdAmt>');
});
