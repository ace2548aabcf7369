import { amount, format, sum } from '@karat/money';

/** One payment of a bank file; fields are those of the card. */
export interface BankPayment {
  readonly id: number;
  readonly amount: string;
  readonly currency: string;
  readonly fields: Readonly<Record<string, string>>;
}

const COLUMNS = [
  'real_name',
  'bank_name',
  'bank_account',
  'card_number',
  'iban',
  'swift',
  'aba',
  'bank_code',
  'bank_branch',
  'bank_address',
  'cardholder_address',
  'phone',
];

/** Returns a cell that no spreadsheet reads as a formula, quoted if needed (RFC 4180). */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Lines end in CRLF; the first has the column names. */
export const csvOf = (payments: readonly BankPayment[]): string =>
  [
    ['reference', 'amount', 'currency', ...COLUMNS],
    ...payments.map(({ id, amount: value, currency, fields }) => [
      `KARAT-${id}`,
      value,
      currency,
      ...COLUMNS.map((column) => fields[column] ?? ''),
    ]),
  ]
    .map((row) => row.map(cell).join(','))
    .join('\r\n')
    .concat('\r\n');

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
const tag = (name: string, text: string): string =>
  text === '' ? '' : `<${name}>${escaped(text)}</${name}>`;

function transfer({ id, amount: value, currency, fields }: BankPayment): string {
  const field = (name: string): string => fields[name] ?? '';
  const iban = field('iban');
  const number = field('card_number') || field('bank_account');
  const account = iban === '' ? `<Othr>${tag('Id', number)}</Othr>` : tag('IBAN', iban);
  const clearing =
    field('aba') === ''
      ? ''
      : `<ClrSysMmbId><ClrSysId><Cd>USABA</Cd></ClrSysId>${tag('MmbId', field('aba'))}</ClrSysMmbId>`;
  return [
    '<CdtTrfTxInf>',
    `<PmtId>${tag('EndToEndId', `KARAT-${id}`)}</PmtId>`,
    `<Amt><InstdAmt Ccy="${escaped(currency)}">${escaped(value)}</InstdAmt></Amt>`,
    `<CdtrAgt><FinInstnId>${tag('BICFI', field('swift'))}${clearing}${tag('Nm', field('bank_name'))}</FinInstnId></CdtrAgt>`,
    `<Cdtr>${tag('Nm', field('real_name'))}</Cdtr>`,
    `<CdtrAcct><Id>${account}</Id></CdtrAcct>`,
    '</CdtTrfTxInf>',
  ].join('');
}

/** ISO 20022 pain.001.001.09: one group of credit transfers. The bank's portal adds the debit account. */
export function pain001Of(batch: number, at: number, payments: readonly BankPayment[]): string {
  const total = format(sum(payments.map((payment) => amount(payment.amount))));
  const created = new Date(at).toISOString();
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>',
    `<GrpHdr><MsgId>KARAT-BATCH-${batch}</MsgId><CreDtTm>${created}</CreDtTm>`,
    `<NbOfTxs>${payments.length}</NbOfTxs><CtrlSum>${total}</CtrlSum><InitgPty><Nm>Karat</Nm></InitgPty></GrpHdr>`,
    `<PmtInf><PmtInfId>KARAT-BATCH-${batch}</PmtInfId><PmtMtd>TRF</PmtMtd>`,
    `<ReqdExctnDt><Dt>${created.slice(0, 10)}</Dt></ReqdExctnDt><Dbtr><Nm>Karat</Nm></Dbtr>`,
    ...payments.map(transfer),
    '</PmtInf></CstmrCdtTrfInitn></Document>',
  ].join('');
}
