import { api } from '../../lib/api.ts';
import { formatTime } from '../../lib/format.ts';
import { prefer, usePreferences } from '../../lib/preferences.ts';
import { useGet } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Choice, Loaded, Num, Page, SkeletonRows } from '../../ui/index.ts';
import { settingsText } from './text.ts';

/** The browser knows the names of currencies in every language. */
function nameOf(code: string, locale: string): string {
  return new Intl.DisplayNames(locale, { type: 'currency', fallback: 'code' }).of(code) ?? code;
}

/** Source name of the rates that ship with the server. */
const FIXED = 'fixed';

/** Selects the currency of totals. */
export default function FiatScreen() {
  const t = useText(settingsText);
  const locale = useLocale();
  const chosen = usePreferences((state) => state.fiat.currency_code);
  const rates = useGet('fiat_rates', {});
  const choose = (code: string): void => {
    const rate = rates.data?.data.find(({ currency_code }) => currency_code === code)?.rate;
    if (rate === undefined) return;
    prefer({ fiat: { currency_code: code, rate, saveTime: Date.now() } });
    if (useSession.getState().token === null) return;
    api.post('user/preferences', { fiat: code }, { quiet: true }).catch(() => undefined);
  };
  return (
    <Page title={t('fiat')} back="/pages/setting/setting">
      <Loaded query={rates} skeleton={<SkeletonRows rows={7} />} isEmpty={({ data }) => data.length === 0}>
        {({ data, saved_ms, source }) => (
          <>
            <Choice
              label={t('fiat')}
              options={data.map(({ currency_code, rate }) => ({
                id: currency_code,
                label: currency_code,
                hint: nameOf(currency_code, locale),
                value: <Num value={rate} />,
              }))}
              value={chosen}
              onChange={choose}
            />
            <p className="mt-3 px-1 text-xs text-muted">
              {source === FIXED ? t('fiat_fixed') : t('fiat_note', { source })}
              {saved_ms !== null && ` ${t('fiat_time', { time: formatTime(saved_ms, locale) })}`}
            </p>
          </>
        )}
      </Loaded>
    </Page>
  );
}
