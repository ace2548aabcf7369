import fc from 'fast-check';
import { amount } from '@karat/money';
import { expect, test } from 'vitest';
import {
  STATEMENT_BYTES_MAX,
  STATEMENT_LINES_MAX,
  StatementError,
  readCamt053,
  readCsvStatement,
} from './index.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const HEAD = 'booking_date,amount,currency,bank_reference,payer,remittance,account,balance';
const ACCOUNT = 'DE02120300000000202051';
/** Lines without account and balance; the running balance starts at zero. */
const csv = (...lines: string[]) => {
  let balance = 0;
  const whole = lines.map((line) => {
    balance += Number(line.split(',')[1]) || 0;
    return `${line},${ACCOUNT},${balance}`;
  });
  return readCsvStatement(bytes([HEAD, ...whole].join('\r\n')));
};
const rows = (...lines: string[]) => readCsvStatement(bytes([HEAD, ...lines].join('\n')));
const why = (work: () => unknown): string => {
  try {
    work();
    return 'read';
  } catch (failure) {
    if (failure instanceof StatementError) return failure.where;
    throw failure;
  }
};

const entry = (inside: string, amt = '<Amt Ccy="EUR">1500.00</Amt>') =>
  `<Ntry>${amt}<CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-02</Dt></BookgDt>
   <AcctSvcrRef>BANK-1</AcctSvcrRef>${inside}</Ntry>`;
const balance = (type: string, sum: string, day = '2026-03-02', sign = 'CRDT') =>
  `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${sum}</Amt><CdtDbtInd>${sign}</CdtDbtInd>
   <Dt><Dt>${day}</Dt></Dt></Bal>`;
const BALANCES = balance('OPBD', '100.00') + balance('CLBD', '1600.00');
const camt = (entries: string, before = '', balances = BALANCES) =>
  bytes(`<?xml version="1.0" encoding="UTF-8"?>${before}
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
<Acct><Id><IBAN>DE02 1203 0000 0000 2020 51</IBAN></Id></Acct>${balances}${entries}</Stmt></BkToCstmrStmt></Document>`);

test('credits of a CSV statement are read with any separator and quotes, debits are left out', () => {
  const { lines } = csv(
    '2026-03-02,1500,EUR,B-1,"Müller, ""Jo""","RF18 KRT\n5390"',
    '2026-03-02,-20,EUR,B-2,Bank,fee',
  );
  expect(lines).toEqual([
    {
      bankReference: 'B-1',
      bookedOn: '2026-03-02',
      amount: amount('1500'),
      currency: 'EUR',
      payer: 'Müller, "Jo"',
      remittance: 'RF18 KRT 5390',
    },
  ]);
  const semicolons = `\ufeff${HEAD.replaceAll(',', ';')}\n2026-03-02;1500.5;EUR;B-1;A;ref;${ACCOUNT};1500.5\n\n`;
  expect(readCsvStatement(bytes(semicolons)).lines).toHaveLength(1);
});

test.each([
  ['column payer', () => readCsvStatement(bytes(`${HEAD.replace(',payer', '')}\n`))],
  ['no bookings', () => rows()],
  ['line 2', () => csv('2026-03-02,1,EUR,B-1,A')],
  ['line 2', () => csv('2026-03-02,1,EUR,B-1,"A,x')],
  ['line 2', () => csv('2026-03-02,1,EUR,B-1,"A"x,y')],
  ['line 2 amount', () => csv('2026-03-02,"1.500,00",EUR,B-1,A,x')],
  ['line 2 balance', () => rows(`2026-03-02,1,EUR,B-1,A,x,${ACCOUNT},`)],
  ['line 2 account', () => rows('2026-03-02,1,EUR,B-1,A,x,,1')],
  [
    'line 3 account',
    () => rows(`2026-03-02,1,EUR,B-1,A,x,${ACCOUNT},1`, '2026-03-02,1,EUR,B-2,A,x,GB33BUKB20201555555555,2'),
  ],
  [
    'line 3 currency',
    () => rows(`2026-03-02,1,EUR,B-1,A,x,${ACCOUNT},1`, `2026-03-02,1,USD,B-2,A,x,${ACCOUNT},2`),
  ],
  [
    'line 3 balance',
    () => rows(`2026-03-02,1,EUR,B-1,A,x,${ACCOUNT},1`, `2026-03-02,1,EUR,B-2,A,x,${ACCOUNT},3`),
  ],
  ['line 2 amount', () => csv('2026-03-02,1e9,EUR,B-1,A,x')],
  ['line 2 amount', () => csv('2026-03-02,0,EUR,B-1,A,x')],
  ['line 2 booking_date', () => csv('2026-02-30,1,EUR,B-1,A,x')],
  ['line 2 currency', () => csv('2026-03-02,1,eur,B-1,A,x')],
  ['line 2 bank_reference', () => csv('2026-03-02,1,EUR,,A,x')],
  ['B-1 twice', () => csv('2026-03-02,1,EUR,B-1,A,x', '2026-03-03,1,EUR,B-1,A,x')],
  ['encoding', () => readCsvStatement(Uint8Array.of(0xff, 0xfe, 0x41))],
  ['size', () => readCsvStatement(new Uint8Array(STATEMENT_BYTES_MAX + 1))],
  [
    'more than 5000 lines',
    () => csv(...Array.from({ length: 5_001 }, (_, n) => `2026-03-02,1,EUR,${n},A,x`)),
  ],
])('a CSV file is refused at %s', (where, work) => {
  expect(why(work)).toBe(where);
});

test('a file of exactly the largest size, and one of exactly as many lines as there may be, are read', () => {
  const most = Array.from({ length: STATEMENT_LINES_MAX }, (_, n) => `2026-03-02,1,EUR,${n},A,x`);
  expect(csv(...most).lines).toHaveLength(STATEMENT_LINES_MAX);
  const text = `${HEAD}\n2026-03-02,1,EUR,B-1,A,x,${ACCOUNT},1\n`;
  const file = new Uint8Array(STATEMENT_BYTES_MAX).fill('\n'.charCodeAt(0));
  file.set(bytes(text));
  expect(readCsvStatement(file).lines).toHaveLength(1);
});

test('the range of a CAMT.053 statement is its own, or that of its balances, and does not end before it begins', () => {
  const within = (from: string, to: string) =>
    camt(entry('') + `<FrToDt><FrDtTm>${from}T00:00:00</FrDtTm><ToDtTm>${to}T23:59:59</ToDtTm></FrToDt>`);
  expect(readCamt053(within('2026-03-01', '2026-03-31'))).toMatchObject({
    from: '2026-03-01',
    to: '2026-03-31',
  });
  expect(readCamt053(within('2026-03-02', '2026-03-02'))).toMatchObject({
    from: '2026-03-02',
    to: '2026-03-02',
  });
  expect(why(() => readCamt053(within('2026-03-03', '2026-03-02')))).toBe('range');
});

test('booked credits of a CAMT.053 statement are read, each transaction of a batch separately', () => {
  const details = (name: string, amt: string, ref: string) =>
    `<TxDtls><Refs><AcctSvcrRef>${ref}</AcctSvcrRef></Refs><Amt Ccy="EUR">${amt}</Amt>
     <RltdPties><Dbtr><Pty><Nm>${name}</Nm></Pty></Dbtr></RltdPties>
     <RmtInf><Strd><CdtrRefInf><Ref>RF18KRT</Ref></CdtrRefInf></Strd><Ustrd>thanks</Ustrd></RmtInf></TxDtls>`;
  const batch = entry(
    `<NtryDtls>${details('A &amp; B', '1000', 'T1')}${details('C', '500.00', 'T2')}</NtryDtls>`,
  );
  const others = [
    entry('', '<Amt Ccy="EUR">20</Amt>').replace('CRDT', 'DBIT'),
    entry('').replace('<Sts>BOOK</Sts>', '<Sts><Cd>PDNG</Cd></Sts>'),
    entry('<RvslInd>true</RvslInd>', '<Amt Ccy="EUR">20</Amt>'),
  ];
  const { account, lines, ...range } = readCamt053(camt(batch + others.join('')));
  expect(range).toMatchObject({
    currency: 'EUR',
    from: '2026-03-02',
    to: '2026-03-02',
    opening: amount('100'),
    closing: amount('1600'),
  });
  expect(account).toBe('DE02120300000000202051');
  expect(lines.map((line) => [line.bankReference, line.amount, line.payer, line.remittance])).toEqual([
    ['T1', amount('1000'), 'A & B', 'RF18KRT thanks'],
    ['T2', amount('500'), 'C', 'RF18KRT thanks'],
  ]);
});

test('a running balance is read in both orders, and gives opening and closing balance', () => {
  const lines = [
    `2026-03-02,1500,EUR,B-1,A,x,${ACCOUNT},1490.5`,
    `2026-03-03,-20,EUR,B-2,Bank,fee,${ACCOUNT},1470.5`,
    `2026-03-04,1,EUR,B-3,A,x,${ACCOUNT},1471.5`,
  ];
  const expected = {
    account: ACCOUNT,
    currency: 'EUR',
    from: '2026-03-02',
    to: '2026-03-04',
    opening: -amount('9.5'),
    closing: amount('1471.5'),
  };
  expect(rows(...lines)).toMatchObject(expected);
  expect(rows(...lines.toReversed())).toMatchObject(expected);
});

test('a CAMT.053 statement with missing or inconsistent balances is refused', () => {
  const of = (balances: string) => why(() => readCamt053(camt(entry(''), '', balances)));
  expect(of(balance('OPBD', '100') + balance('CLBD', '1600'))).toBe('read');
  expect(of(balance('PRCD', '100', '2026-03-01') + balance('CLBD', '1600'))).toBe('read');
  expect(of(balance('OPBD', '100') + balance('CLBD', '1600.01'))).toBe('balances do not add up');
  expect(of(balance('OPBD', '100', '2026-03-02', 'DBIT') + balance('CLBD', '1600'))).toBe(
    'balances do not add up',
  );
  expect(of(balance('CLBD', '1600'))).toBe('Bal OPBD or PRCD');
  expect(of(balance('OPBD', '100'))).toBe('Bal CLBD');
  expect(of(balance('OPBD', '100') + balance('CLBD', '1600') + balance('CLBD', '1700'))).toBe('Bal CLBD');
  expect(of(balance('OPBD', '100', '2026-03-03') + balance('CLBD', '1600', '2026-03-03'))).toBe(
    'Ntry 1 booking_date outside of the range',
  );
  const split = entry(
    '<NtryDtls><TxDtls><Amt Ccy="EUR">1</Amt></TxDtls><TxDtls><Amt Ccy="EUR">9</Amt></TxDtls></NtryDtls>',
  );
  expect(why(() => readCamt053(camt(split)))).toBe('Ntry 1 TxDtls amounts');
});

test('entities, document types, deep nesting and malformed XML are refused', () => {
  const bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>';
  expect(why(() => readCamt053(camt(entry(''), bomb)))).toBe('document type');
  expect(why(() => readCamt053(camt(entry(''), '<!doctype x SYSTEM "file:///etc/passwd">')))).toBe(
    'document type',
  );
  expect(why(() => readCamt053(camt('<a>'.repeat(5_000) + '</a>'.repeat(5_000))))).toBe('nesting');
  expect(why(() => readCamt053(camt('<Ntry>')))).toBe('XML');
  expect(why(() => readCamt053(bytes('<html></html>')))).toBe('Document/BkToCstmrStmt/Stmt');
  const odd = readCamt053(
    camt(entry('<NtryDtls><TxDtls><RmtInf><Ustrd>&xxe; &lt;b&gt;</Ustrd></RmtInf></TxDtls></NtryDtls>')),
  );
  expect(odd.lines[0]?.remittance).toBe('&xxe; <b>');
});

test('any input is read or refused with StatementError, never another exception', () => {
  const nasty = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(HEAD, '"', ',', '\n', '<a', '<Ntry>', '__proto__', '</'),
  );
  fc.assert(
    fc.property(fc.array(nasty, { maxLength: 30 }), (parts) => {
      const file = bytes(parts.join(''));
      why(() => readCsvStatement(file));
      why(() => readCamt053(file));
      why(() => readCamt053(camt(parts.join(''))));
      why(() => csv(parts.join('')));
    }),
    { numRuns: 400 },
  );
});
