import { OPTION_RESULT, OPTION_STATUS } from '@karat/contract';
import { formatTime } from '../../../lib/format.ts';
import { useLocale, useText } from '../../../lib/text.ts';
import { Fact, Num, ReceiptLink, Sheet, List } from '../../../ui/index.ts';
import type { Option } from './own-options-store.ts';
import { Direction, Outcome } from './OptionCard.tsx';
import { optionsText } from './text.ts';

/** Result of an option with its prices and receipt. */
export function ResultSheet({
  order,
  onClose,
}: {
  readonly order: Option | null;
  readonly onClose: () => void;
}) {
  const t = useText(optionsText);
  const locale = useLocale();
  return (
    <Sheet open={order !== null} onClose={onClose} title={t('result')}>
      {order && (
        <div className="flex flex-col gap-3 px-5 pb-5">
          <div className="flex items-center gap-2">
            <span className="text-lg font-semibold">{order.symbol_name}</span>
            <Direction order={order} />
            <span className="text-sm text-muted">{t('secs', { count: order.seconds })}</span>
            <span className="flex-1" />
            <Outcome order={order} />
          </div>
          <p className="text-center text-2xl font-semibold">
            <Num value={order.fact_profits} signed intent="auto" unit={order.currency_name} />
          </p>
          {order.status === OPTION_STATUS.void && (
            <p className="text-center text-sm text-muted">{t('void_note')}</p>
          )}
          {order.status === OPTION_STATUS.closed && order.profit_result === OPTION_RESULT.none && (
            <p className="text-center text-sm text-muted">{t('tie_note')}</p>
          )}
          <List as="dl" className="text-base *:py-2">
            <Fact name={t('stake')}>
              <Num value={order.number} unit={order.currency_name} />
            </Fact>
            <Fact name={t('returned')}>
              <Num value={order.returned} unit={order.currency_name} />
            </Fact>
            <Fact name={t('entry')}>
              <Num value={order.open_price} />
            </Fact>
            <Fact name={t('settlement')}>
              <Num value={order.end_price} />
            </Fact>
            <Fact name={t('accepted')}>{formatTime(order.created_ms, locale)}</Fact>
            <Fact name={t('expires')}>{formatTime(order.handled_ms, locale)}</Fact>
          </List>
          {order.receipt !== null && <ReceiptLink kind="option" subject={String(order.id)} variant="wide" />}
        </div>
      )}
    </Sheet>
  );
}
