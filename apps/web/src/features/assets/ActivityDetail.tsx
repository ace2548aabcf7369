import { formatTime } from '../../lib/format.ts';
import { useGet } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Fact, List, ListRow, Loaded, Num, ReceiptLink, RowEnd, Skeleton } from '../../ui/index.ts';
import type { Activity, Leg } from './activity.ts';
import { FeeAmount, LegAmount } from './LegAmount.tsx';
import { assetsText } from './text.ts';

function Balance({ leg }: { readonly leg: Leg }) {
  const t = useText(assetsText);
  return (
    <List as="dl" ground="card" className="text-base *:py-3">
      <Fact name={t(leg.account)}>
        <LegAmount leg={leg} />
      </Fact>
      <Fact name={t('balance_after')}>
        <Num value={leg.available_after} form="coin" decimals={leg.decimals} unit={leg.currency_name} />
      </Fact>
      {leg.held_after !== '0' && (
        <Fact name={t('held')}>
          <Num value={leg.held_after} form="coin" decimals={leg.decimals} unit={leg.currency_name} />
        </Fact>
      )}
    </List>
  );
}

/** Holds, releases and payouts of the event; nothing for an event that is a single movement. */
function Steps({ event }: { readonly event: Activity }) {
  const t = useText(assetsText);
  const locale = useLocale();
  const steps = useGet('wallet/activity_steps', { id: event.id });
  return (
    <Loaded query={steps} skeleton={<Skeleton className="h-16" />} isEmpty={() => false}>
      {(rows) =>
        rows.length > event.legs.length && (
          <section aria-label={t('steps')}>
            <h3 className="mb-1 text-sm text-muted">{t('steps')}</h3>
            <List ground="card">
              {rows.map((row) => (
                <ListRow
                  key={row.id}
                  wraps
                  title={row.info}
                  hint={formatTime(row.created_ms, locale)}
                  end={
                    <RowEnd
                      hint={
                        row.held !== '0' && (
                          <>
                            {t('held')} <Num value={row.held} form="coin" decimals={row.decimals} signed />
                          </>
                        )
                      }
                    >
                      <Num
                        value={row.available}
                        form="coin"
                        decimals={row.decimals}
                        signed
                        intent="auto"
                        unit={row.currency_name}
                      />
                    </RowEnd>
                  }
                />
              ))}
            </List>
          </section>
        )
      }
    </Loaded>
  );
}

/** What an event changed, the balances after it, and the movements that belong to it. */
export function ActivityDetail({ event }: { readonly event: Activity }) {
  const t = useText(assetsText);
  const locale = useLocale();
  return (
    <div className="flex flex-col gap-4 px-5 pb-5">
      {event.legs.map((leg) => (
        <Balance key={`${leg.account} ${leg.currency}`} leg={leg} />
      ))}
      <List as="dl" className="text-base *:py-3">
        {event.fees.map((fee) => (
          <Fact key={fee.currency} name={t('fee_paid')}>
            <FeeAmount fee={fee} />
          </Fact>
        ))}
        <Fact name={t('status')}>{t(`state_${event.state}`)}</Fact>
        <Fact name={t('time')}>{formatTime(event.created_ms, locale)}</Fact>
        <Fact name={t('journal_no')}>{event.journal_id}</Fact>
      </List>
      <Steps event={event} />
      {event.proof && <ReceiptLink {...event.proof} variant="wide" />}
    </div>
  );
}
