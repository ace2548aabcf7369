import { formatDate, formatTime } from '../../lib/format.ts';
import { usePages } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Badge, Empty, List, ListRow, LoadedPages, Num, ReceiptLink, RowEnd } from '../../ui/index.ts';
import type { Loan } from './LoanCard.tsx';
import { loansText } from './text.ts';

/** What happened to a loan, newest first. */
export function Events({ loan }: { readonly loan: Loan }) {
  const t = useText(loansText);
  const locale = useLocale();
  const events = usePages('get', 'loan/events', { id: loan.id });
  return (
    <LoadedPages query={events} empty={<Empty text={t('no_events')} next="back" />}>
      {(rows) => (
        <List ground="card">
          {rows.map((event) => (
            <ListRow
              key={event.id}
              wraps
              title={
                <>
                  {t(`event_${event.kind}`)}
                  {event.day !== null && <> · {t('day', { day: event.day })}</>}
                </>
              }
              hint={formatTime(event.at_ms, locale)}
              {...(event.receipt !== null && {
                below: <ReceiptLink kind="loan-conversion" subject={String(event.id)} variant="small" />,
              })}
              end={
                event.kind === 'called' ||
                event.kind === 'cancelled' ||
                event.kind === 'rejected' ? undefined : (
                  <RowEnd
                    hint={
                      event.received === null ? (
                        <>
                          {t('debt')} <Num value={event.debt} unit={loan.currency_name} />
                        </>
                      ) : (
                        <Num value={event.received} unit={event.received_name ?? ''} signed />
                      )
                    }
                  >
                    <Num value={event.amount} unit={event.currency_name} />
                  </RowEnd>
                )
              }
            />
          ))}
        </List>
      )}
    </LoadedPages>
  );
}

/** The days of the term with their interest. */
export function Schedule({ loan }: { readonly loan: Loan }) {
  const t = useText(loansText);
  const locale = useLocale();
  const days = usePages('get', 'loan/schedule', { id: loan.id });
  return (
    <LoadedPages query={days} empty={<Empty text={t('no_events')} next="back" />}>
      {(rows) => (
        <List ground="card">
          {rows.map((row) => (
            <ListRow
              key={row.day}
              title={t('day', { day: row.day })}
              hint={formatDate(row.due_ms, locale)}
              end={
                <RowEnd
                  hint={
                    row.principal === '0' ? (
                      <Badge intent={row.charged ? 'good' : 'plain'}>
                        {t(row.charged ? 'charged' : 'coming')}
                      </Badge>
                    ) : (
                      <>
                        {t('principal')} <Num value={row.principal} unit={loan.currency_name} />
                      </>
                    )
                  }
                >
                  <Num value={row.interest} unit={loan.currency_name} />
                </RowEnd>
              }
            />
          ))}
        </List>
      )}
    </LoadedPages>
  );
}
