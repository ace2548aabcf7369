import { userId } from '@karat/contract';
import type { TaxMethod } from '@karat/contract';
import { movementsOf, userAccount } from '@karat/domains/ledger';
import { koinlyRows } from '@karat/domains/wallet';
import { format, plus } from '@karat/money';
import { csv } from '@karat/platform/spreadsheet';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readYearRange } from './month-store.ts';
import { readProgress } from './state-store.ts';
import { statementCsv } from './statement-csv.ts';
import { statementPdf } from './statement-pdf.ts';
import { postingPages, postingsIn, rangeOf, readCodes, statementOf } from './statement.ts';
import { coinTrackerRows, disposalRows, koinlyLabel } from './tax-formats.ts';
import { checkYear, taxYearOf, totalsOf } from './tax.ts';
import { ALICE, PortfolioFixture, USDT } from './testing/fixture.ts';

let database: TestDatabase;
let fixture: PortfolioFixture;

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = new PortfolioFixture(database.db);
  await fixture.knownHistory();
  fixture.clock.set(Date.parse('2026-04-10T00:00:00Z'));
  await fixture.move('deposit', ALICE, '100');
  fixture.clock.set(Date.parse('2026-05-03T12:00:00Z'));
  await fixture.count(ALICE);
});
afterAll(() => database.drop());

const progress = async (user = ALICE) => {
  const found = await readProgress(database.db, user);
  if (!found) throw new Error('nothing is counted');
  return found;
};
const statementIn = async (month: string) => statementOf(fixture.deps, ALICE, await progress(), month);
const entriesIn = async (month: string) =>
  postingsIn(fixture.deps, ALICE, rangeOf(await statementIn(month)), 100);

test('a statement opens and closes with the balances of the ledger, month after month', async () => {
  const months = await Promise.all(['2026-03', '2026-04', '2026-05'].map(statementIn));
  const usdt = months.map(({ balances }) => {
    const row = balances.find(({ currency }) => currency === USDT);
    return row && [row.opening, row.arrived, row.departed, row.closing].map(format);
  });
  expect(usdt).toEqual([
    ['0', '17194.3', '9000', '8194.3'],
    ['8194.3', '100', '0', '8294.3'],
    ['8294.3', '0', '0', '8294.3'],
  ]);
  const ledger = await fixture.ledger.balances(database.db, [userAccount(ALICE, 'change')]);
  expect(months[2]?.balances.map(({ currency, closing }) => [currency, format(closing)])).toEqual(
    ledger
      .map(({ currency, available, held }) => [currency, format(plus(available, held))])
      .toSorted(([a], [b]) => Number(a) - Number(b)),
  );
  expect(months.map(({ closed, movements }) => [closed, movements])).toEqual([
    [true, 10],
    [true, 1],
    [false, 0],
  ]);
});

test('movements of a month are all in its file, in their order, between opening and closing balances', async () => {
  const statement = await statementIn('2026-03');
  const names = { codeOf: await readCodes(fixture.deps), kindName: () => '=2+3' };
  const pages = postingPages(fixture.deps, ALICE, rangeOf(statement), 10, 3);
  let file = '';
  for await (const piece of statementCsv(statement, pages, names)) file += piece;
  const rows = file
    .trimEnd()
    .split('\r\n')
    .map((row) => row.split(','));
  expect(rows.slice(1).map(([record]) => record)).toEqual([
    ...['opening', 'opening'],
    ...Array.from({ length: 10 }, () => 'movement'),
    ...['closing', 'closing'],
  ]);
  expect(rows.slice(3, 13).map((row) => row.at(-1))).toEqual(
    (await entriesIn('2026-03')).map(({ id }) => String(id)),
  );
  expect(file).toContain(`deposit,'=2+3,`);
  expect(file).toContain('closing,2026-04-01 00:00:00,change,USDT,,,,17194.3,9000,,,8194.3,0,');
});

test('a download that ends early reads no further page', async () => {
  const statement = await statementIn('2026-03');
  let queries = 0;
  const { db } = fixture.deps.ctx;
  const counted = {
    ...fixture.deps,
    ctx: {
      ...fixture.deps.ctx,
      db: new Proxy(db, {
        get(target, name) {
          if (name === 'rows') queries += 1;
          return Reflect.get(target, name, target) as unknown;
        },
      }),
    },
  };
  const pages = postingPages(counted, ALICE, rangeOf(statement), 10, 3);
  const names = { codeOf: await readCodes(fixture.deps), kindName: (kind: string) => kind };
  const pieces = statementCsv(statement, pages, names);
  await pieces.next();
  expect(queries).toBe(0);
  await pieces.next();
  await pieces.return(undefined);
  expect([queries, (await pages.next()).done]).toEqual([1, true]);
});

test('a PDF has every movement and numbered pages', async () => {
  const entries = await entriesIn('2026-03');
  const many = Array.from({ length: 12 }, () => entries).flat();
  const statement = await statementIn('2026-03');
  const names = { codeOf: await readCodes(fixture.deps), kindName: (kind: string) => kind };
  const file = Buffer.from(statementPdf(ALICE, statement, many, names)).toString('latin1');
  expect(file).toContain('(Account statement 2026-03)');
  expect(file.match(/\(growth:rebate\) Tj/g)).toHaveLength(24);
  expect(file).toContain('(Page 4 of 4)');
  expect(file).toContain('(8194.3)');
});

test('months and years without movements, and histories that are not counted, are refused', async () => {
  await expect(statementIn('2026-02')).rejects.toMatchObject({ code: 'portfolio_month' });
  await expect(statementIn('2026-06')).rejects.toMatchObject({ code: 'portfolio_month' });
  const own = await progress();
  expect(() => checkYear(fixture.deps, own, 2025)).toThrow('portfolio_year');
  expect(() => checkYear(fixture.deps, own, 2027)).toThrow('portfolio_year');
  expect(() => checkYear(fixture.deps, { ...own, complete: false }, 2026)).toThrow('portfolio_incomplete');
  const range = rangeOf(await statementIn('2026-03'));
  await expect(postingsIn(fixture.deps, ALICE, range, 9)).rejects.toMatchObject({ code: 'export_too_large' });
  const few = { ...fixture.deps, rowsMax: { csv: 1, pdf: 1, events: 100 } };
  await expect(taxYearOf(few, ALICE, 2026, 'fifo')).rejects.toMatchObject({ code: 'export_too_large' });
});

const totals = async (method: TaxMethod) => {
  const tax = await taxYearOf(fixture.deps, ALICE, 2026, method);
  const { proceeds, cost, gains, losses, net } = totalsOf(tax.disposals, method);
  return { figures: [proceeds, cost, gains, losses, net].map(format), ...tax };
};

// First in, first out: 0.0999 for 5,000 and 0.0201 of the deposit; last in, first out: 0.0999 for 4,000 and 0.0201 of the deposit.
test('the tax year of the known history to the last digit, by all three methods', async () => {
  const [fifo, lifo, average] = [await totals('fifo'), await totals('lifo'), await totals('average')];
  expect(fifo.figures).toEqual(['7192.8', '6045.2', '1147.6', '0', '1147.6']);
  expect(lifo.figures).toEqual(['7192.8', '5045.2', '2147.6', '0', '2147.6']);
  expect(average.figures).toEqual(['7192.8', '5572.457966373', '1620.342033627', '0', '1620.342033627']);
  expect([fifo.income, fifo.expenses, fifo.results].map(format)).toEqual(['7.6', '0', '0']);
  expect(fifo.estimated).toBe(1);
});

test('the file of disposals names each lot with its time, and marks an index price', async () => {
  const { disposals } = await totals('fifo');
  const rows = [...disposalRows(disposals, 'fifo', await readCodes(fixture.deps))];
  const lines = csv(rows).trimEnd().split('\r\n');
  expect(lines.slice(1).map((line) => line.split(',').slice(0, 12).join(','))).toEqual([
    'BTC,0.0999,2026-03-02 11:00:00,2026-03-04 10:00:00,5988.006,5000,988.006,,short,fifo,spot:trade,paid',
    'BTC,0.0201,2026-03-02 12:00:00,2026-03-04 10:00:00,1204.794,1045.2,159.594,,short,fifo,spot:trade,index price at the time',
  ]);
});

test('import formats of a year have one row for each trade and transfer, with labels of income', async () => {
  const range = await readYearRange(database.db, ALICE, 2026);
  const movements = movementsOf(await postingsIn(fixture.deps, ALICE, range, 100));
  const codeOf = await readCodes(fixture.deps);
  const koinly = csv(koinlyRows(movements, codeOf, koinlyLabel)).split('\r\n');
  expect(koinly[0]).toBe(
    'Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,Net Worth Amount,Net Worth Currency,Label,Description,TxHash',
  );
  expect(koinly[2]).toMatch(/^2026-03-02 11:00:00 UTC,5000,USDT,0\.0999,BTC,,,,,,spot:trade,karat-\d+$/);
  expect(koinly[6]).toMatch(/^2026-03-04 10:00:00 UTC,,,1\.5,USDT,,,,,reward,growth:rebate,karat-\d+$/);
  const coinTracker = csv(coinTrackerRows(movements, codeOf)).split('\r\n');
  expect(coinTracker[0]).toBe(
    'Date,Received Quantity,Received Currency,Sent Quantity,Sent Currency,Fee Amount,Fee Currency,Tag',
  );
  expect(coinTracker[5]).toBe('03/04/2026 10:00:00,7192.8,USDT,0.12,BTC,,,');
});

test('another user has none of it', async () => {
  const stranger = userId(100_777);
  await fixture.count(stranger);
  const nothing = await progress(stranger);
  expect([nothing.counted, nothing.firstMs, nothing.complete]).toEqual([0, null, true]);
  expect(await readYearRange(database.db, stranger, 2026)).toBeUndefined();
});
