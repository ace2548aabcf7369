import { useGet } from '../../lib/query.ts';
import { colonOf } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Badge, Card, Loaded, Num, Page, List } from '../../ui/index.ts';
import type { RealState } from './StepBadge.tsx';
import { verificationText } from './text.ts';

type Limits = RealState['limits'][number];

function Limit({
  label,
  value,
  unit,
}: {
  readonly label: string;
  readonly value: string;
  readonly unit: string;
}) {
  const t = useText(verificationText);
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="shrink-0 text-base font-medium">
        {value === '0' ? (
          t('none')
        ) : (
          <>
            <Num value={value} form="full" /> {unit}
          </>
        )}
      </dd>
    </div>
  );
}

function LevelCard({ limits, own }: { readonly limits: Limits; readonly own: boolean }) {
  const t = useText(verificationText);
  const locale = useLocale();
  const { level } = limits;
  return (
    <Card className="p-4">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">{level === 0 ? t('level_none') : t(`step_${level}`)}</h2>
        {own && <Badge intent="gold">{t('level_now')}</Badge>}
      </div>
      {level !== 0 && (
        <p className="mt-1 text-sm text-muted">
          {t('needs')}
          {colonOf(locale)}
          {level === 1 ? t('needs_0') : t('step_2_text')}
          {level === 1 && <span className="block">{t('step_1_text')}</span>}
        </p>
      )}
      <List as="dl" className="mt-3">
        <Limit label={t('withdrawal_limit')} value={limits.withdrawal_btc} unit="BTC" />
        <Limit label={t('fiat_limit')} value={limits.fiat_usdt} unit="USDT" />
      </List>
    </Card>
  );
}

/** Requirements and permissions of each level. */
export default function RealMark() {
  const t = useText(verificationText);
  const real = useGet('real/state', {});
  return (
    <Page title={t('levels')} back="/pages/setting/real">
      <p className="mb-4 text-base text-muted">{t('mark_text')}</p>
      <Loaded query={real}>
        {(state) => (
          <div className="flex flex-col gap-4">
            {state.limits.map((limits) => (
              <LevelCard key={limits.level} limits={limits} own={limits.level === state.level} />
            ))}
          </div>
        )}
      </Loaded>
    </Page>
  );
}
