import type { AllReplies } from '../../lib/calls.ts';
import { formatDate } from '../../lib/format.ts';
import type { Path, Search } from '../../lib/paths.ts';
import { useGet } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { CoinIcon, Figure, List, ListRow, Loaded, Num, RowEnd, Skeleton } from '../../ui/index.ts';
import { earnText } from './earn/text.ts';
import { financeText } from './text.ts';

type Reply = AllReplies['finance/overview'];
type Position = Reply['positions'][number];

const REFRESH_MS = 30_000;
/** The yield of a day is small: both yields show as many decimals. */
const YIELD_DECIMALS = 4;

/** The screen of a position. */
function screenOf({ kind, id }: Position): { readonly to: Path; readonly search?: Search } {
  switch (kind) {
    case 'earn':
      return { to: '/pages/lockming/detail', search: { id } };
    case 'dual':
      return { to: '/pages/invest/mine' };
    case 'subscription':
      return { to: '/pages/ieo/order', search: { id } };
    case 'loan':
      return { to: '/pages/common/loan', search: { id } };
    case 'recurring':
      return { to: '/pages/recurring/detail', search: { id } };
  }
}

/** What is invested now, what yesterday brought and what all of it has brought. */
function Totals({ overview }: { readonly overview: Reply }) {
  const t = useText(earnText);
  return (
    <section className="rounded-lg bg-gold p-5 text-on-gold" aria-label={t('total_earning')}>
      <h2 className="text-sm">{t('total_earning')}</h2>
      <p className="mt-1 text-2xl font-semibold">
        <Num value={overview.value} form="fixed" unit="USDT" />
      </p>
      <dl className="mt-3 grid grid-cols-2 gap-4 text-lg font-medium [&_dt]:text-on-gold">
        <Figure name={t('yesterday')}>
          <Num value={overview.yesterday} form="result" decimals={YIELD_DECIMALS} signed unit="USDT" />
        </Figure>
        <Figure name={t('total_yield')}>
          <Num value={overview.total} form="result" decimals={YIELD_DECIMALS} signed unit="USDT" />
        </Figure>
      </dl>
    </section>
  );
}

/** A position: what is in it, and what comes next. */
function PositionRow({ position }: { readonly position: Position }) {
  const t = useText(financeText);
  const locale = useLocale();
  const { kind, next_ms: nextMs, next_amount: nextAmount } = position;
  return (
    <ListRow
      {...screenOf(position)}
      icon={<CoinIcon name={position.name} size={32} />}
      title={position.name}
      hint={t(kind)}
      end={
        <RowEnd
          hint={
            <>
              {nextAmount !== null && (
                <>
                  <Num value={nextAmount} signed intent="auto" /> ·{' '}
                </>
              )}
              {nextMs === null ? t('next_unknown') : t(`next_${kind}`, { date: formatDate(nextMs, locale) })}
            </>
          }
        >
          <Num value={position.amount} unit={position.currency_name} />
        </RowEnd>
      }
    />
  );
}

/** Own positions of all products, those with the soonest events; nothing without one. */
function Positions({ overview }: { readonly overview: Reply }) {
  const t = useText(earnText);
  const { positions, products } = overview;
  if (positions.length === 0) return null;
  const count = products.reduce((sum, product) => sum + product.count, 0);
  return (
    <section aria-label={t('positions')}>
      <h2 className="mb-2 px-1 text-sm text-muted">
        {t('positions')} ({count})
      </h2>
      <List ground="card">
        {positions.map((position) => (
          <PositionRow key={`${position.kind} ${position.id}`} position={position} />
        ))}
      </List>
    </section>
  );
}

const useOverview = () => useGet('finance/overview', {}, { everyMs: REFRESH_MS });

/** Totals of all products. */
export const OwnTotals = () => (
  <Loaded query={useOverview()} skeleton={<Skeleton className="h-39 rounded-lg" />}>
    {(overview) => <Totals overview={overview} />}
  </Loaded>
);

/** Positions of all products; nothing until they are known, since the totals show what is wrong. */
export function OwnPositions() {
  const { data } = useOverview();
  return data ? <Positions overview={data} /> : null;
}
