import { POSITION_SIDE } from '@karat/contract';
import { amount, format, price, rate } from '@karat/money';
import type { Amount } from '@karat/money';
import { estimateReversal } from '@karat/rules';
import type { ReversalEstimate } from '@karat/rules';
import type { Quotation } from '../../../lib/markets.ts';
import { useAction } from '../../../lib/query.ts';
import { useServerErrors } from '../../../lib/server-errors.ts';
import { quoteOf } from '../../../lib/symbol.ts';
import { useText } from '../../../lib/text.ts';
import { toast } from '../../../lib/toast.ts';
import { Button, Fact, FormError, Num, Sheet } from '../../../ui/index.ts';
import { tickDecimals } from '../market.ts';
import { liquidationAt } from './liquidation.ts';
import { INVALIDATED, accountBefore, heldPositionOf, sideOf } from './use-positions.ts';
import type { Deal, Position } from './use-positions.ts';
import { tradeText } from '../text.ts';
import { contractText } from './text.ts';
import { termsOf } from './ticket-form.ts';

/** What a change of a position shows: the position, its market and account at live prices. */
export interface ChangeProps {
  readonly position: Position;
  readonly market: Quotation;
  readonly deal: Deal;
  readonly indexes: ReadonlyMap<number, string>;
  readonly onClose: () => void;
}

/** Figures of the reversal; undefined without an index. */
function estimateOf({ position, market, deal, indexes }: ChangeProps): ReversalEstimate | undefined {
  const index = indexes.get(position.match_id);
  if (index === undefined) return undefined;
  const others = { ...deal, all_levers: deal.all_levers.filter(({ id }) => id !== position.id) };
  const reversed = {
    ...heldPositionOf(position),
    mode: position.margin_mode,
    multiple: position.multiple,
    lots: amount(position.share),
    margin: amount(position.caution_money),
    feeRate: rate(position.fee_rate),
  };
  return estimateReversal(
    reversed,
    termsOf(market),
    accountBefore(others, indexes, position.match_id),
    price(index),
  );
}

function Figures({
  position,
  market,
  estimate,
}: Pick<ChangeProps, 'position' | 'market'> & { readonly estimate: ReversalEstimate }) {
  const t = useText(contractText);
  const trade = useText(tradeText);
  const { closingPrice, profit, closingFee, opened } = estimate;
  const opposite = sideOf(position) === 'long' ? 'short' : 'long';
  const lots = t('lots_count', { count: Number(position.share) });
  const unit = quoteOf(position.symbol);
  const decimals = tickDecimals(market);
  const fee = (value: Amount) => <Num value={format(value)} form="cost" decimals={4} unit={unit} />;
  return (
    <>
      <h3 className="text-sm font-semibold">{`${t('close')} ${t(sideOf(position))} · ${lots}`}</h3>
      <dl className="flex flex-col gap-2 text-sm">
        <Fact name={t('close_price')}>
          <Num value={format(closingPrice)} form="tick" decimals={decimals} unit={unit} flash />
        </Fact>
        <Fact name={t('est_pnl')}>
          <Num value={format(profit)} form="result" signed intent="auto" unit={unit} />
        </Fact>
        <Fact name={trade('est_fee')}>{fee(closingFee)}</Fact>
      </dl>
      <h3 className="text-sm font-semibold">{`${t(opposite)} · ${lots} · ${position.multiple}×`}</h3>
      <dl className="flex flex-col gap-2 text-sm">
        <Fact name={t('open_price')}>
          <Num value={format(opened.price)} form="tick" decimals={decimals} unit={unit} flash />
        </Fact>
        <Fact name={t('margin')}>
          <Num value={format(opened.margin)} form="cost" unit={unit} />
        </Fact>
        <Fact name={trade('est_fee')}>{fee(opened.fee)}</Fact>
        <Fact name={t('liquidation')}>
          <Num
            value={
              opened.liquidation === undefined
                ? null
                : format(liquidationAt(opened.liquidation, opened.price, decimals))
            }
            form="tick"
            decimals={decimals}
            unit={unit}
          />
        </Fact>
        {opened.after >= 0n && (
          <Fact name={trade('balance_after')}>
            <Num value={format(opened.after)} form="fixed" unit={unit} />
          </Fact>
        )}
      </dl>
    </>
  );
}

/** Closes a position and opens the same size on the opposite side, after a confirmation with the figures of both. */
export default function ReverseSheet(props: ChangeProps) {
  const { position, onClose } = props;
  const t = useText(contractText);
  const refused = useServerErrors<never>({ byCode: {}, byName: () => undefined });
  const action = useAction('lever/reverse', {
    quiet: true,
    onRefused: refused.onRefused,
    invalidates: INVALIDATED,
    onDone: () => {
      toast(t('reversed_done'), 'good');
      onClose();
    },
  });
  const estimate = estimateOf(props);
  const isShort = estimate !== undefined && estimate.opened.after < 0n;
  const problem = estimate === undefined ? t('no_price') : isShort ? t('insufficient') : null;
  return (
    <Sheet open onClose={onClose} title={t('reverse_title', { symbol: position.symbol })}>
      <div className="flex flex-col gap-3 px-5 pb-5">
        {estimate && <Figures position={position} market={props.market} estimate={estimate} />}
        <p className="text-xs text-muted">{t('reverse_note')}</p>
        <FormError text={refused.error ?? problem} />
        <Button
          wide
          variant={position.type === POSITION_SIDE.long ? 'down' : 'up'}
          busy={action.isPending}
          disabled={problem !== null}
          onClick={() => action.mutate({ id: position.id })}
        >
          {t('reverse_now')}
        </Button>
      </div>
    </Sheet>
  );
}
