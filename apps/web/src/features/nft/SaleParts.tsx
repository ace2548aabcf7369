import type { ReplyOf } from '../../lib/calls.ts';
import { formatNumber, formatTime } from '../../lib/format.ts';
import { useNow } from '../../lib/now.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Card, Dialog, Fact, Num, Picker } from '../../ui/index.ts';
import { durationsUpTo, payoutOf, saleTimes } from './resell.ts';
import type { Sale, SaleForm } from './resell.ts';
import { nftText } from './text.ts';
import type { Detail } from './tile.ts';

export type Terms = ReplyOf<'bind_box/getNftCurrency'>;
export type Currency = Terms['currencies'][number];

const STARTS = ['0', '1', '6', '24'] as const;

/** What the seller receives of a price. */
export function Payout({
  price,
  detail,
  terms,
  currency,
}: {
  readonly price: string;
  readonly detail: Detail;
  readonly terms: Terms;
  readonly currency: Currency;
}) {
  const t = useText(nftText);
  const { royalty_percent: royalty } = detail;
  if (royalty === null) return null;
  const parts = payoutOf(price, { fee: terms.fee_percent, royalty, decimals: currency.decimals });
  if (!parts) return null;
  return (
    <Card className="p-4">
      <dl className="flex flex-col gap-2 text-base">
        <Fact name={t('fee')}>
          <Num value={parts.house} unit={currency.name} />
        </Fact>
        <Fact name={t('royalty')}>
          <Num value={parts.artist} unit={currency.name} />
        </Fact>
        <Fact name={t('you_receive')} className="font-semibold">
          <Num value={parts.seller} unit={currency.name} />
        </Fact>
      </dl>
    </Card>
  );
}

/** Start, duration, and the end that follows. */
export function Times({
  form,
  onChange,
  maxDays,
}: {
  readonly form: SaleForm;
  readonly onChange: (change: Partial<SaleForm>) => void;
  readonly maxDays: number;
}) {
  const t = useText(nftText);
  const locale = useLocale();
  const { end } = saleTimes(form, useNow());
  const nameOf = (hours: string): string =>
    Number(hours) < 24 ? t('hours', { count: Number(hours) }) : t('days', { count: Number(hours) / 24 });
  return (
    <>
      <Picker
        label={t('starts')}
        title={t('starts')}
        options={STARTS.map((id) => ({
          id,
          label: id === '0' ? t('at_once') : t('in_time', { time: nameOf(id) }),
        }))}
        value={form.startIn}
        onChoose={(startIn) => onChange({ startIn })}
      />
      <Picker
        label={t('runs_for')}
        title={t('runs_for')}
        options={durationsUpTo(maxDays).map((id) => ({ id, label: nameOf(id) }))}
        value={form.hours}
        onChoose={(hours) => onChange({ hours })}
      />
      <p className="-mt-2 px-1 text-sm text-muted">
        {t('ends_at', { time: formatTime(end * 1_000, locale) })}
      </p>
    </>
  );
}

/** Last question before the sale. */
export function Question({
  sale,
  currency,
  busy,
  onClose,
  onConfirm,
}: {
  readonly sale: Sale;
  readonly currency: Currency;
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}) {
  const t = useText(nftText);
  const locale = useLocale();
  const isAuction = sale.per_increase !== undefined;
  return (
    <Dialog
      open
      title={t('confirm_sale')}
      confirm={t('list_now')}
      busy={busy}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <dl className="flex flex-col gap-2 text-base text-ink">
        <Fact name={t('sale')}>{t(isAuction ? 'auction' : 'fixed')}</Fact>
        <Fact name={t(isAuction ? 'start_price' : 'price')}>
          {formatNumber(sale.price, { kind: 'full' }, locale)} {currency.name}
        </Fact>
        {sale.per_increase !== undefined && (
          <Fact name={t('increment')}>
            {formatNumber(sale.per_increase, { kind: 'full' }, locale)} {currency.name}
          </Fact>
        )}
        <Fact name={t('ends')}>{formatTime(sale.end_time * 1_000, locale)}</Fact>
      </dl>
      <p className="mt-3 text-sm">{t('resale_final')}</p>
    </Dialog>
  );
}
