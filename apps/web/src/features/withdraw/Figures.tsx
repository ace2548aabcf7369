import type { ReactNode } from 'react';
import type { AllReplies } from '../../lib/calls.ts';
import { useGet } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Loaded, Num, Page, List } from '../../ui/index.ts';
import { durationParts } from './durations.ts';
import { withdrawText } from './text.ts';

type Reply = AllReplies['withdrawal/figures'];

/** Formats seconds in the largest fitting unit. */
function useDuration(): (seconds: number | null) => string {
  const locale = useLocale();
  return (seconds) => {
    if (seconds === null) return '–';
    const { value, unit } = durationParts(seconds);
    return new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      unitDisplay: 'long',
      maximumFractionDigits: 1,
    }).format(value);
  };
}

function Large({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-1 basis-44 flex-col gap-1 rounded-lg bg-surface p-4">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="text-xl font-semibold wrap-anywhere">{children}</dd>
    </div>
  );
}

function Counts({ figures }: { readonly figures: Reply }) {
  const t = useText(withdrawText);
  const rows = [
    ['done_count', <Num key="d" value={String(figures.done)} />],
    ['pending_count', <Num key="p" value={String(figures.pending)} />],
    ['cancelled_count', <Num key="c" value={String(figures.cancelled)} />],
    ['rejected_share', <Num key="r" value={figures.rejected_share} form="percent" />],
    ['automatic_share', <Num key="a" value={figures.automatic_share} form="percent" />],
  ] as const;
  return (
    <List as="dl" ground="card">
      {rows.map(([key, value]) => (
        <div key={key} className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 text-base">
          <dt className="text-muted">{t(key)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </List>
  );
}

function Shown({ figures }: { readonly figures: Reply }) {
  const t = useText(withdrawText);
  const duration = useDuration();
  return (
    <div className="flex flex-col gap-4 wide:side-by-side wide:gap-6">
      <div className="flex flex-col gap-4">
        {figures.done === 0 ? (
          <p className="rounded-lg bg-surface p-4 text-base text-muted">{t('no_figures')}</p>
        ) : (
          <dl className="flex flex-wrap gap-3">
            <Large name={t('median')}>{duration(figures.median_s)}</Large>
            <Large name={t('p90')}>{duration(figures.p90_s)}</Large>
          </dl>
        )}
        <Counts figures={figures} />
      </div>
      <div className="flex flex-col gap-4">
        <section className="rounded-lg bg-surface p-4">
          <h2 className="mb-2 text-sm text-muted">{t('reasons')}</h2>
          {figures.reasons.length === 0 ? (
            <p className="text-base">{t('none_rejected')}</p>
          ) : (
            <ul className="flex flex-col gap-2 text-base">
              {figures.reasons.map((reason) => (
                <li key={reason.reason} className="flex justify-between gap-4">
                  <span>{reason.text}</span>
                  <Num value={reason.share} form="percent" />
                </li>
              ))}
            </ul>
          )}
        </section>
        <p className="text-sm text-muted">{t('counted', { asked: figures.asked, days: figures.days })}</p>
        <p className="text-sm text-muted">{t('never_pay')}</p>
      </div>
    </div>
  );
}

/** Public statistics of withdrawal durations. */
export default function Figures() {
  const t = useText(withdrawText);
  const statistics = useGet('withdrawal/figures', {});
  return (
    <Page title={t('figures')} back="/pages/fund/withdraw">
      <Loaded query={statistics}>{(figures) => <Shown figures={figures} />}</Loaded>
    </Page>
  );
}
