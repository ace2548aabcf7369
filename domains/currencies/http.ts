import { CURRENCY_USES, logoPath } from '@karat/contract';
import type { Contract, Reply } from '@karat/contract';
import { houseBalances } from '@karat/domains/ledger';
import type { Currency } from '@karat/domains/ledger';
import { stopsOf } from '@karat/domains/operators';
import { ZERO, format, negate, plus } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Handlers } from '@karat/platform/http';
import { requestAddition } from './add.ts';
import { requestChange } from './change.ts';
import type { CurrenciesDeps } from './deps.ts';
import { explorerRows, requestExplorer } from './explorers.ts';
import { priceView, requestPriceSource } from './price-source.ts';
import { firstVersion, readVersions } from './store.ts';
import { subjectOf } from './uses.ts';

type Calls = Contract['currencies'];
type Row = Reply<Calls['console/currencies']>[number];

/** What users own by currency: what all house accounts owe together, because journals sum to zero. */
async function ownedByUsers({ ctx: { db } }: CurrenciesDeps): Promise<(code: string) => Amount> {
  const owed = new Map<string, Amount>();
  for (const { currency, available, held } of await houseBalances(db))
    owed.set(currency, plus(owed.get(currency) ?? ZERO, plus(available, held)));
  return (code) => negate(owed.get(code) ?? ZERO);
}

async function rows(deps: CurrenciesDeps): Promise<Row[]> {
  const { ctx, ledger, market } = deps;
  const versions = await readVersions(ctx.db);
  const stops = new Map((await stopsOf(ctx.db, 'currency')).map((stop) => [stop.subject, stop]));
  const owned = await ownedByUsers(deps);
  const usesOf = ({ code }: Currency): Row['uses'] =>
    CURRENCY_USES.map((use) => {
      const subject = subjectOf(code, use);
      const stop = stops.get(subject);
      return { use, subject, stopped: stop !== undefined, reason: stop?.reason ?? '' };
    });
  return (await ledger.currencies(ctx.db)).map((currency) => {
    const version = versions.get(currency.id) ?? firstVersion(currency);
    return {
      currency_id: currency.id,
      code: currency.code,
      title: currency.title,
      kind: currency.kind,
      decimals: currency.decimals,
      display_decimals: version.displayDecimals,
      logo: logoPath(currency.code),
      enabled: currency.enabled,
      uses: usesOf(currency),
      users_own: format(owned(currency.code)),
      markets: market.instruments
        .all()
        .filter(({ base, quote }) => base === currency.id || quote === currency.id)
        .map(({ symbol }) => symbol),
      price: priceView(deps, currency),
      version: version.version,
      asked_by: version.askedBy,
      approved_by: version.approvedBy,
      changed_ms: version.at,
    };
  });
}

/** The console's calls about currencies. */
export const currenciesHandlers = (deps: CurrenciesDeps): Handlers<Calls> => ({
  'console/currencies': () => rows(deps),
  'console/explorers': () => explorerRows(deps.ctx.db),
  'console/explorer_change': ({ input, caller }) =>
    deps.ctx.db.transact((tx) => requestExplorer(deps, tx, caller, input)),
  'console/currency_change': ({ input, caller }) =>
    deps.ctx.db.transact((tx) => requestChange(deps, tx, caller, input)),
  'console/price_source_change': ({ input, caller }) =>
    deps.ctx.db.transact((tx) => requestPriceSource(deps, tx, caller, input)),
  'console/currency_add': ({ input, caller }) =>
    deps.ctx.db.transact((tx) => requestAddition(deps, tx, caller, input)),
});
