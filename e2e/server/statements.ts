import { randomBytes, randomUUID } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

interface Credit {
  readonly amount: string;
  readonly payer: string;
  readonly words: string;
}

const CENTS = 100;
const cents = (amount: string): number => Math.round(Number(amount) * CENTS);
const balance = (type: string, sum: number, day: string): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${(sum / CENTS).toFixed(2)}</Amt>
<CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;

/** A CAMT.053 statement of an account in euros that continues from a balance, each credit with its own bank reference. */
export function statementOf(iban: string, credits: readonly Credit[], opening = '0'): Buffer {
  const day = new Date().toISOString().slice(0, 10);
  const entries = credits.map(
    ({ amount, payer, words }) => `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd>
<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><AcctSvcrRef>${randomUUID()}</AcctSvcrRef>
<NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>${payer}</Nm></Pty></Dbtr></RltdPties>
<RmtInf><Ustrd>${words}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  );
  const closing = credits.reduce((sum, { amount }) => sum + cents(amount), cents(opening));
  const balances = balance('OPBD', cents(opening), day) + balance('CLBD', closing, day);
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
<Acct><Id><IBAN>${iban}</IBAN></Id></Acct>${balances}${entries.join('')}</Stmt></BkToCstmrStmt></Document>`);
}

const SIDE = 32;
const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
};

/** A new picture: noise as PNG. */
export function newProof(): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(SIDE, 0);
  head.writeUInt32BE(SIDE, 4);
  head[8] = 8;
  const rows = Array.from({ length: SIDE }, () => Buffer.concat([Buffer.of(0), randomBytes(SIDE)]));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
