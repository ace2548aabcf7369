import { amount, format } from '@karat/money';
import { vipMissing } from '@karat/rules';
import type { VipFigures } from '@karat/rules';
import type { AllReplies } from '../../lib/calls.ts';
import { formatNumber, formatTime } from '../../lib/format.ts';
import { useGet } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Callout, Card, Figure, Loaded, Num, Page, SkeletonForm } from '../../ui/index.ts';
import { FeeTable } from './FeeTable.tsx';
import { growthText } from './text.ts';

type Level = AllReplies['vip/levels'][number];
type Status = AllReplies['vip/status'];

interface Props {
  readonly status: Status;
  readonly levels: readonly Level[];
}

const figuresOf = ({
  volume,
  balance,
}: {
  readonly volume: string;
  readonly balance: string;
}): VipFigures => ({
  volume: amount(volume),
  balance: amount(balance),
});

/** The own level with its discount, and when levels are set next. */
function Head({ status, levels }: Props) {
  const t = useText(growthText);
  const locale = useLocale();
  const discount = levels[status.level]?.fee_discount ?? '0';
  return (
    <section className="rounded-lg bg-gold p-5 text-on-gold">
      <h2 className="text-2xl font-semibold">{t('vip_level', { level: status.level })}</h2>
      <p className="mt-1 text-base">
        {discount === '0'
          ? t('no_discount')
          : t('off', { percent: formatNumber(discount, { kind: 'full' }, locale) })}
      </p>
      <p className="mt-3 text-sm">{t('set_at', { time: formatTime(status.next_ms, locale) })}</p>
    </section>
  );
}

/** Both figures of now, and what is missing for the next level. */
function Progress({ status, levels }: Props) {
  const t = useText(growthText);
  const locale = useLocale();
  const exact = (value: bigint): string =>
    formatNumber(format(amount(value)), { kind: 'fixed', decimals: 2 }, locale);
  const next = levels[Math.max(status.level, status.expected_level) + 1];
  const missing = next && vipMissing({ level: next.level, ...figuresOf(next) }, figuresOf(status));
  return (
    <Card className="p-4">
      <dl className="grid grid-cols-2 gap-4 text-lg font-medium">
        <Figure name={t('volume')}>
          <Num value={status.volume} form="fixed" unit="USDT" />
        </Figure>
        <Figure name={t('balance')}>
          <Num value={status.balance} form="fixed" unit="USDT" />
        </Figure>
      </dl>
      {status.expected_level !== status.level && (
        <div className="mt-3">
          <Callout>
            {t('expected', { level: status.expected_level, time: formatTime(status.next_ms, locale) })}
          </Callout>
        </div>
      )}
      {next && missing ? (
        <div className="mt-3 border-t border-line pt-3 text-sm">
          <p className="font-medium">{t('next', { level: next.level })}</p>
          <p className="mt-1 text-muted">
            {t('missing_volume', { amount: exact(missing.volume) })}{' '}
            {t('missing_balance', { amount: exact(missing.balance) })}
          </p>
        </div>
      ) : (
        <p className="mt-3 border-t border-line pt-3 text-sm text-muted">{t('highest')}</p>
      )}
    </Card>
  );
}

function Content({ status }: { readonly status: Status }) {
  const t = useText(growthText);
  const levels = useGet('vip/levels', {});
  return (
    <Loaded query={levels} skeleton={<SkeletonForm />}>
      {(terms) => (
        <div className="flex flex-col gap-5">
          <Head status={status} levels={terms} />
          <Progress status={status} levels={terms} />
          <FeeTable levels={terms} own={status.level} />
          <p className="px-1 text-sm text-muted">{t('rules')}</p>
        </div>
      )}
    </Loaded>
  );
}

/** VIP level: figures, what is missing for the next level, and the fees of all levels. */
export default function Vip() {
  const t = useText(growthText);
  const status = useGet('vip/status', {});
  return (
    <Page title={t('vip')} back="/pages/setting/setting">
      <Loaded query={status} skeleton={<SkeletonForm />}>
        {(own) => <Content status={own} />}
      </Loaded>
    </Page>
  );
}
