import { ArrowDownUp } from 'lucide-react';
import { useState } from 'react';
import { amount, format, minus } from '@karat/money';
import { BTC, USDT } from '../../lib/currencies.ts';
import { formatNumber } from '../../lib/format.ts';
import { useGet } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import {
  Button,
  Dialog,
  Fact,
  Form,
  FormError,
  IconButton,
  Loaded,
  Num,
  Skeleton,
  SkeletonForm,
} from '../../ui/index.ts';
import { CoinPicker } from './CoinPicker.tsx';
import type { Conversion as Estimate } from '@karat/rules';
import type { Rates } from './conversion.ts';
import { ConversionHistory } from './ConversionHistory.tsx';
import { ConversionRate } from './ConversionRate.tsx';
import { SpentField } from './SpentField.tsx';
import { assetsText } from './text.ts';
import { useConversion, useSecondsLeft } from './use-conversion.ts';
import type { Coin, Conversion, LockedQuote } from './use-conversion.ts';

/** Estimate of the conversion. */
function Summary({
  from,
  to,
  rates,
  sum,
}: {
  readonly from: Coin;
  readonly to: Coin;
  readonly rates: Rates;
  readonly sum: Estimate;
}) {
  const t = useText(assetsText);
  const locale = useLocale();
  const after = minus(amount(from.change_balance), sum.paid);
  return (
    <dl className="flex flex-col gap-3 text-base">
      <Fact name={t('rate')}>
        <ConversionRate from={from.name} to={to.name} prices={rates} />
      </Fact>
      <Fact name={t('fee', { percent: formatNumber(rates.fee, { kind: 'full' }, locale) })}>
        <Num value={format(sum.fee)} unit={from.name} />
      </Fact>
      <Fact name={t('total_cost')}>
        <Num value={format(sum.paid)} unit={from.name} />
      </Fact>
      <Fact name={t('left')}>
        <Num value={after < 0n ? null : format(after)} unit={from.name} />
      </Fact>
    </dl>
  );
}

/** Selected currencies; choosing the other one swaps them. */
interface Pair {
  readonly from: number;
  readonly to: number;
}
const chosen = (pair: Pair, end: keyof Pair, id: number): Pair => {
  const other = end === 'from' ? 'to' : 'from';
  return pair[other] === id ? { from: pair.to, to: pair.from } : { ...pair, [end]: id };
};

/** The quoted price and its remaining time. */
function Locked({
  from,
  to,
  quote,
  conversion,
}: {
  readonly from: Coin;
  readonly to: Coin;
  readonly quote: LockedQuote;
  readonly conversion: Conversion;
}) {
  const t = useText(assetsText);
  const left = useSecondsLeft(quote);
  const holds = left > 0 || conversion.unanswered;
  const rates = { from: quote.form_price, to: quote.to_price, fee: quote.fee };
  const sum = {
    fee: amount(quote.fee_amount),
    paid: amount(quote.paid),
    received: amount(quote.received),
  };
  return (
    <Dialog
      open
      title={t('convert')}
      confirm={holds ? t('convert') : t('new_price')}
      busy={conversion.busy || conversion.locking}
      onClose={conversion.withdraw}
      onConfirm={holds ? () => conversion.confirm(quote) : conversion.askPrice}
    >
      <p className="mb-2 text-lg text-ink">
        <Num value={quote.number} unit={from.name} /> → <Num value={quote.received} unit={to.name} />
      </p>
      <Summary from={from} to={to} rates={rates} sum={sum} />
      <FormError text={conversion.unanswered ? conversion.error : null} />
      <p role="timer" className={left > 0 ? 'mt-2 text-xs' : 'mt-2 text-xs text-bad-ink'}>
        {left > 0 ? t('price_held', { seconds: left }) : t('price_over')}
      </p>
    </Dialog>
  );
}

interface Converting {
  readonly from: Coin;
  readonly to: Coin;
  readonly conversion: Conversion;
}

/** Confirms with all figures; each confirmation takes a new quote. */
function Question({ from, to, conversion }: Converting) {
  const { quote } = conversion;
  return quote && <Locked key={quote.quote_id} from={from} to={to} quote={quote} conversion={conversion} />;
}

/** The estimate, its place until there is a price, or why there is none. */
function Outcome({ from, to, conversion }: Converting) {
  const t = useText(assetsText);
  const { rates, sum, quoteError } = conversion;
  if (quoteError) return <FormError text={quoteError.message || t('price_gone')} />;
  if (!rates) return <Skeleton className="h-29" />;
  return sum && <Summary from={from} to={to} rates={rates} sum={sum} />;
}

function ConvertForm({
  coins,
  from,
  to,
  onPair,
  pair,
}: {
  readonly coins: readonly Coin[];
  readonly from: Coin;
  readonly to: Coin;
  readonly pair: Pair;
  readonly onPair: (pair: Pair) => void;
}) {
  const t = useText(assetsText);
  const conversion = useConversion(from, to);
  const { rates, sum } = conversion;
  return (
    <Form onSubmit={conversion.submit} className="gap-4">
      <CoinPicker
        label={t('pay')}
        coins={coins}
        coin={from}
        onChoose={(id) => onPair(chosen(pair, 'from', id))}
      />
      <SpentField
        label={t('amount')}
        value={conversion.text}
        onValue={conversion.setText}
        unit={from.name}
        hint={
          <>
            {t('available')} <Num value={from.change_balance} unit={from.name} />
          </>
        }
        problem={conversion.problem}
        refusal={conversion.refusal}
        onAll={() => conversion.setText(format(conversion.max))}
      />
      <div className="flex justify-center">
        <IconButton
          label={t('swap')}
          onClick={() => onPair({ from: pair.to, to: pair.from })}
          className="bg-raised"
        >
          <ArrowDownUp />
        </IconButton>
      </div>
      <CoinPicker
        label={t('receive')}
        coins={coins}
        coin={to}
        onChoose={(id) => onPair(chosen(pair, 'to', id))}
      />
      <p className="text-center text-2xl font-semibold">
        <Num value={sum ? format(sum.received) : undefined} unit={to.name} />
      </p>
      <Outcome from={from} to={to} conversion={conversion} />
      <FormError text={conversion.quote ? null : conversion.error} />
      <Button type="submit" size="lg" wide disabled={!rates} busy={conversion.locking}>
        {t('convert')}
      </Button>
      <Question from={from} to={to} conversion={conversion} />
    </Form>
  );
}

const FIRST: Pair = { from: USDT, to: BTC };

/** Converts coins of the exchange account at the index price, which is locked while the user confirms. */
export function Convert() {
  const [pair, setPair] = useState(FIRST);
  const coins = useGet('currency/user_currency_list', {});
  return (
    <div className="flex flex-col gap-8 wide:side-by-side wide:gap-6">
      <Loaded query={coins} skeleton={<SkeletonForm fields={4} />}>
        {(all) => {
          const list = all.filter((coin) => coin.kind === 'coin');
          const from = list.find((coin) => coin.id === pair.from);
          const to = list.find((coin) => coin.id === pair.to);
          return from && to ? (
            <ConvertForm
              key={`${from.id}/${to.id}`}
              coins={list}
              from={from}
              to={to}
              pair={pair}
              onPair={setPair}
            />
          ) : null;
        }}
      </Loaded>
      <ConversionHistory />
    </div>
  );
}
