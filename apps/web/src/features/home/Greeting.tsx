import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { inFiat, totalOf } from '../../lib/worth.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { useGet, usePost } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { shellText } from '../../lib/shell-text.ts';
import { useText } from '../../lib/text.ts';
import { Link, LinkButton, IconButton, Num, Skeleton, Sparkline, cx } from '../../ui/index.ts';
import { homeText } from './text.ts';

const CARD = 'rounded-lg bg-surface p-4';

function Invitation() {
  const t = useText(homeText);
  const shell = useText(shellText);
  const site = useGet('getSiteConfig', {}, { freshMs: Infinity });
  const shown = site.data?.demo ? 'welcome_text' : 'welcome_live';
  return (
    <section className={CARD}>
      <h2 className="text-xl font-semibold">{t('welcome')}</h2>
      {/* Both take up their lines, so that nothing below moves once it is known which one is shown. */}
      <p className="mt-1 grid text-base text-muted">
        {(['welcome_text', 'welcome_live'] as const).map((key) => (
          <span key={key} className={cx('[grid-area:1/1]', key !== shown && 'invisible')}>
            {t(key)}
          </span>
        ))}
      </p>
      <div className="mt-4 flex gap-3">
        <LinkButton to="/pages/common/register" className="flex-1">
          {t('register')}
        </LinkButton>
        <LinkButton variant="plain" to="/pages/common/login" className="flex-1">
          {shell('login')}
        </LinkButton>
      </div>
    </section>
  );
}

function Total() {
  const t = useText(homeText);
  const fiat = usePreferences((state) => state.fiat);
  const [hidden, setHidden] = useState(false);
  const wallets = usePost('wallet/list', {});
  const chart = useGet('portfolio/chart', { range: '24h' });
  // Profit, not value: a deposit is no gain.
  const points = chart.data?.points ?? [];
  const begun = points.findIndex(({ value }) => value !== '0');
  const values = begun < 0 ? [] : points.slice(begun).map(({ profit }) => profit);
  return (
    <section className={`${CARD} flex flex-wrap items-center gap-2`}>
      <Link to="/pages/fund/assets" className="min-w-min flex-1 basis-32">
        <span className="block text-sm text-muted">{t('total')}</span>
        {wallets.data || wallets.isError ? (
          <span className="mt-1 block text-[length:min(1.75rem,8.5vw)] leading-9 font-semibold">
            {hidden ? (
              '••••••'
            ) : (
              <Num
                value={wallets.data && inFiat(totalOf(wallets.data), fiat.rate)}
                form="fiat"
                currency={fiat.currency_code}
              />
            )}
          </span>
        ) : (
          <Skeleton className="mt-1 h-9 w-40" />
        )}
        {/* The line is there before its figures, so that nothing below it moves. */}
        <span className="block min-h-4 text-xs">
          {chart.data && (
            <>
              <span className="text-muted">{t('pnl_24h')} </span>
              {hidden ? (
                '••••'
              ) : (
                <Num
                  value={inFiat(chart.data.profit, fiat.rate)}
                  form="fiat"
                  currency={fiat.currency_code}
                  signed
                  intent="auto"
                />
              )}{' '}
              {chart.data.percent !== null && (
                <Num value={chart.data.percent} form="percent" signed intent="auto" />
              )}
            </>
          )}
        </span>
      </Link>
      {values.length > 2 && (
        <Sparkline values={values} width={56} height={36} className="shrink-0 max-[374px]:hidden" />
      )}
      <IconButton label={hidden ? t('show_amounts') : t('hide_amounts')} onClick={() => setHidden(!hidden)}>
        {hidden ? <EyeOff /> : <Eye />}
      </IconButton>
    </section>
  );
}

/** The user's assets, or an invitation for visitors. */
export function Greeting() {
  const loggedIn = useSession((state) => state.token !== null);
  return loggedIn ? <Total /> : <Invitation />;
}
