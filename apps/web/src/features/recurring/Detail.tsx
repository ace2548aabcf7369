import { UNIT, amount, format, minus } from '@karat/money';
import { useMarkets } from '../../lib/markets.ts';
import { useIdParam } from '../../lib/params.ts';
import { useGet } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Callout, Card, CoinIcon, Empty, Fact, Figure, Loaded, Num, Page } from '../../ui/index.ts';
import { Executions } from './Executions.tsx';
import { PlanActions } from './PlanActions.tsx';
import { PlanState, ScheduleText } from './PlanRow.tsx';
import { isClamped, momentName } from './schedule.ts';
import type { Plan } from './schedule.ts';
import { recurringText } from './text.ts';

/** What the plan has bought is worth at the price of now, and the difference to what it spent. */
function useWorth(plan: Plan): { readonly worth: string; readonly profit: string } | undefined {
  const price = useMarkets().data?.find(({ id }) => id === plan.match_id)?.now_price;
  if (price === undefined || plan.purchases === 0) return undefined;
  const worth = amount((amount(plan.received) * amount(price)) / UNIT);
  return { worth: format(worth), profit: format(minus(worth, amount(plan.spent))) };
}

/** Sums of all purchases. */
function Totals({ plan }: { readonly plan: Plan }) {
  const t = useText(recurringText);
  const worth = useWorth(plan);
  return (
    <Card className="p-4">
      <div className="flex items-center gap-3">
        <CoinIcon name={plan.currency_name} size={44} />
        <div className="min-w-0 flex-1">
          <h2 className="flex flex-wrap items-center gap-x-2 gap-y-1 text-lg font-semibold">
            <Num value={plan.quote_amount} unit={plan.legal_name} /> → {plan.currency_name}
            <PlanState plan={plan} />
          </h2>
          <p className="text-sm text-muted">
            <ScheduleText schedule={plan} />
          </p>
        </div>
      </div>
      <dl className="mt-4 grid grid-cols-2 gap-x-4 gap-y-3 text-base font-medium">
        <Figure name={t('spent')}>
          <Num value={plan.spent} unit={plan.legal_name} />
        </Figure>
        <Figure name={t('received')}>
          <Num value={plan.received} unit={plan.currency_name} />
        </Figure>
        <Figure name={t('avg_price')}>
          <Num value={plan.avg_price} unit={plan.avg_price === null ? undefined : plan.legal_name} />
        </Figure>
        <Figure name={t('worth_now')}>
          <Num value={worth?.worth} form="fixed" unit={worth && plan.legal_name} />
          {worth && <Num value={worth.profit} form="result" signed intent="auto" className="block text-sm" />}
        </Figure>
      </dl>
    </Card>
  );
}

/** When it buys next, or why not yet. */
function Next({ plan }: { readonly plan: Plan }) {
  const t = useText(recurringText);
  const locale = useLocale();
  if (plan.next === null) return null;
  const { buy_ms: buyMs, due_ms: dueMs } = plan.next;
  return (
    <Card className="p-4">
      <dl className="flex flex-col gap-2 text-base">
        <Fact name={t(plan.state === 'paused' ? 'would_buy' : 'next')} className="font-medium">
          {momentName(buyMs, plan.time_zone, locale)}
        </Fact>
        <Fact name={t('zone')}>{plan.time_zone}</Fact>
        <Fact name={t('price_limit')}>{t('above_index', { slippage: plan.slippage })}</Fact>
        <Fact name={t('counts')}>{t('counts_text', { purchases: plan.purchases, skips: plan.skips })}</Fact>
      </dl>
      {buyMs > dueMs && <p className="mt-2 text-sm text-muted">{t('waits_for_opening')}</p>}
      {isClamped(plan) && <p className="mt-2 text-sm text-muted">{t('clamped', { day: plan.day })}</p>}
      {plan.waiting !== null && plan.waiting_until_ms !== null && (
        <div className="mt-3">
          <Callout intent="wait">
            {t('waiting_text', { time: momentName(plan.waiting_until_ms, plan.time_zone, locale) })}
          </Callout>
        </div>
      )}
    </Card>
  );
}

function OfPlan({ id }: { readonly id: number }) {
  const plan = useGet('recurring/detail', { id }, { everyMs: 15_000 });
  return (
    <Loaded query={plan}>
      {(shown) => (
        <div className="flex flex-col gap-4 wide:side-by-side">
          <div className="flex flex-col gap-4">
            <Totals plan={shown} />
            <Next plan={shown} />
            <PlanActions plan={shown} />
          </div>
          <Executions plan={shown} />
        </div>
      )}
    </Loaded>
  );
}

/** One of the own plans: what it has bought, what comes next, and how to skip, pause or end it. */
export default function Detail() {
  const t = useText(recurringText);
  const id = useIdParam('id');
  return (
    <Page title={id === undefined ? t('title') : t('plan', { number: id })} back="/pages/recurring/recurring">
      {id === undefined ? <Empty text={t('unknown')} next="back" /> : <OfPlan id={id} />}
    </Page>
  );
}
