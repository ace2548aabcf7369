import { useState } from 'react';
import { formatTime } from '../../lib/format.ts';
import { useGet, usePages } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Badge, Card, Fact, List, ListRow, Loaded, LoadedPages, Num, RowEnd, Sheet } from '../../ui/index.ts';
import { dateName } from './schedule.ts';
import type { Execution, Plan } from './schedule.ts';
import { recurringText } from './text.ts';

/** The result of a date in words; a purchase needs none. */
function Outcome({ outcome }: { readonly outcome: Execution['outcome'] }) {
  const t = useText(recurringText);
  if (outcome === 'bought') return null;
  return <Badge intent={outcome === 'skipped' ? 'plain' : 'bad'}>{t(outcome)}</Badge>;
}

/** The order of a purchase with its fills. */
function OrderFacts({ id, plan }: { readonly id: number; readonly plan: Plan }) {
  const t = useText(recurringText);
  const locale = useLocale();
  const order = useGet('coin/order', { id });
  return (
    <Loaded query={order}>
      {(shown) => (
        <dl className="flex flex-col gap-2 px-5 pb-6 text-base">
          <Fact name={t('order')}>{shown.id}</Fact>
          <Fact name={t('time')}>{formatTime(shown.created_ms, locale)}</Fact>
          <Fact name={t('spent')}>
            <Num value={shown.filled_quote} unit={plan.legal_name} />
          </Fact>
          <Fact name={t('bought_gross')}>
            <Num value={shown.filled} unit={plan.currency_name} />
          </Fact>
          <Fact name={t('fee')}>
            <Num value={shown.fee} unit={shown.fee_currency} />
          </Fact>
          {shown.fills.map((fill) => (
            <Fact key={fill.id} name={t('fill')}>
              <Num value={fill.amount} /> × <Num value={fill.price} />
            </Fact>
          ))}
        </dl>
      )}
    </Loaded>
  );
}

function Row({
  execution,
  plan,
  onOpen,
}: {
  readonly execution: Execution;
  readonly plan: Plan;
  readonly onOpen: (order: number) => void;
}) {
  const t = useText(recurringText);
  const locale = useLocale();
  const { order_id: order } = execution;
  return (
    <ListRow
      {...(order === null ? {} : { onClick: () => onOpen(order) })}
      title={
        <span className="flex flex-wrap items-center gap-2">
          {dateName(execution.date, locale)}
          <Outcome outcome={execution.outcome} />
        </span>
      }
      hint={order === null ? undefined : t('order_number', { number: order })}
      end={
        execution.outcome === 'bought' && (
          <RowEnd hint={<Num value={execution.avg_price} unit={plan.legal_name} />}>
            <Num value={execution.received} unit={plan.currency_name} signed intent="auto" />
          </RowEnd>
        )
      }
    />
  );
}

/** All dates of a plan with their results; a purchase opens its order. */
export function Executions({ plan }: { readonly plan: Plan }) {
  const t = useText(recurringText);
  const [order, setOrder] = useState<number>();
  const executions = usePages('get', 'recurring/executions', { id: plan.id });
  return (
    <Card className="px-4 pt-4 pb-2">
      <h2 className="text-sm text-muted">{t('history')}</h2>
      <LoadedPages query={executions} empty={<p className="py-4 text-base text-muted">{t('no_history')}</p>}>
        {(rows) => (
          <List>
            {rows.map((row) => (
              <Row key={row.date} execution={row} plan={plan} onOpen={setOrder} />
            ))}
          </List>
        )}
      </LoadedPages>
      <Sheet open={order !== undefined} title={t('order')} onClose={() => setOrder(undefined)}>
        {order !== undefined && <OrderFacts id={order} plan={plan} />}
      </Sheet>
    </Card>
  );
}
