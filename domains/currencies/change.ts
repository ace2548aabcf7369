import { currencyId, refuse } from '@karat/contract';
import type { Contract, Read, Reply } from '@karat/contract';
import { change, fact, requestApproval } from '@karat/domains/operators';
import type { ApprovalKind, Payload } from '@karat/domains/operators';
import type { Queries, Tx } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';
import type { CurrenciesDeps } from './deps.ts';
import { insertVersion, lockVersions, readVersion } from './store.ts';
import type { CurrencyDisplay } from './store.ts';

/** Kind of approval that changes how a currency is shown. */
export const CURRENCY_CHANGE = 'currency change';

type ChangeCall = Contract['currencies']['console/currency_change'];

/** What an approval page shows of a logo. */
export const logoText = (logo: string | null): string => logo ?? 'logo of the code';

/** Refuses `currency_unknown`, `approval_stale` if the currency was changed since, and `value_invalid` with the field. */
async function changeIn({ ledger }: CurrenciesDeps, db: Queries, payload: Payload) {
  const currency = await ledger.currency(db, currencyId(Number(payload['currency_id'])));
  const before = await readVersion(db, currency);
  if (before.version !== payload['version']) refuse('approval_stale');
  const logo = payload['logo'];
  const after: CurrencyDisplay = {
    title: String(payload['title'] ?? before.title),
    displayDecimals: Number(payload['display_decimals'] ?? before.displayDecimals),
    logo: logo === undefined ? before.logo : String(logo),
  };
  if (after.displayDecimals > currency.decimals) refuse('value_invalid', { field: 'display_decimals' });
  return { currency, before, after };
}

/** How two operators change how a currency is shown. */
export const changeKind = (deps: CurrenciesDeps): ApprovalKind => ({
  async present(db, payload) {
    const { currency, before, after } = await changeIn(deps, db, payload);
    return {
      title: 'Change a currency',
      subject: currency.code,
      changes: [
        change('Name', before.title, after.title),
        change('Decimals shown', String(before.displayDecimals), String(after.displayDecimals)),
        change('Logo', logoText(before.logo), logoText(after.logo)),
        fact('Scale, fixed', `${currency.decimals} decimals`),
      ],
    };
  },
  async execute(tx, payload, { askedBy, approvedBy }) {
    await lockVersions(tx, currencyId(Number(payload['currency_id'])));
    const { currency, before, after } = await changeIn(deps, tx, payload);
    if (after.title !== before.title) await deps.ledger.retitleCurrency(tx, currency.id, after.title);
    await insertVersion(tx, currency.id, after, { askedBy, approvedBy, at: deps.ctx.clock.now() });
  },
});

/** Asks to change how a currency is shown; a second operator approves. Refuses `image_invalid` for a picture of others. */
export async function requestChange(
  deps: CurrenciesDeps,
  tx: Tx,
  caller: OperatorCaller,
  { reason, currency_id: currency, version, ...asked }: Read<ChangeCall>,
): Promise<Reply<ChangeCall>> {
  const { title, display_decimals: decimals, logo } = asked;
  if (logo !== undefined && !(await deps.files.owned(tx, logo, caller.operatorId))) refuse('image_invalid');
  const { code } = await deps.ledger.currency(tx, currency);
  return requestApproval(deps.ctx, tx, caller, {
    kind: CURRENCY_CHANGE,
    subject: code,
    payload: {
      currency_id: currency,
      version,
      ...(title === undefined ? {} : { title }),
      ...(decimals === undefined ? {} : { display_decimals: decimals }),
      ...(logo === undefined ? {} : { logo }),
    },
    reason,
    present: changeKind(deps).present,
  });
}
