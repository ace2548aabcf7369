import { ArrowDownUp } from 'lucide-react';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { amount, divDown, format, minus, price } from '@karat/money';
import type { AllReplies } from '../../lib/calls.ts';
import { useAction, useGet, usePost } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { typed } from '../../lib/typed.ts';
import { toast } from '../../lib/toast.ts';
import { Button, CoinIcon, Dialog, IconButton, Loaded, Num, Page } from '../../ui/index.ts';
import { AmountField } from './AmountField.tsx';
import { estimate, mostOf } from './conversion.ts';
import type { Estimate, Rates } from './conversion.ts';
import { ConversionHistory } from './ConversionHistory.tsx';
import { problemOf, readAmount } from './entered.ts';
import { Picker } from './Picker.tsx';
import { assetsText } from './text.ts';

type Coin = AllReplies['currency/user_currency_list'][number];

/** Prices move: they are asked for again so often while the screen is open. */
const RATES_MS = 3_000;

function Line({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 py-1.5 text-base">
      <dt className="text-muted">{name}</dt>
      <dd className="text-end">{children}</dd>
    </div>
  );
}

/** What the conversion will come to, before it is confirmed. */
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
  const after = minus(amount(from.change_balance), sum.cost);
  const shownRate = format(divDown(amount(rates.from), price(rates.to), 8));
  return (
    <dl>
      <Line name={t('rate')}>
        1 {from.name} ≈ <Num value={shownRate} unit={to.name} />
      </Line>
      <Line name={t('fee', { percent: rates.fee })}>
        <Num value={format(sum.fee)} unit={from.name} />
      </Line>
      <Line name={t('total_cost')}>
        <Num value={format(sum.cost)} unit={from.name} />
      </Line>
      <Line name={t('left')}>
        <Num value={format(after < 0n ? amount('0') : after)} unit={from.name} />
      </Line>
    </dl>
  );
}

function CoinPicker({
  label,
  coins,
  coin,
  onChoose,
}: {
  readonly label: string;
  readonly coins: readonly Coin[];
  readonly coin: Coin;
  readonly onChoose: (id: number) => void;
}) {
  const t = useText(assetsText);
  return (
    <Picker
      label={label}
      title={t('choose_currency')}
      icon={<CoinIcon name={coin.name} size={28} />}
      options={coins.map((one) => ({
        id: String(one.id),
        label: one.name,
        value: <Num value={one.change_balance} />,
      }))}
      value={String(coin.id)}
      onChoose={(id) => onChoose(Number(id))}
    />
  );
}

/** Chosen currencies; choosing the other one swaps the two. */
interface Pair {
  readonly from: number;
  readonly to: number;
}
const chosen = (pair: Pair, end: keyof Pair, id: number): Pair => {
  const other = end === 'from' ? 'to' : 'from';
  return pair[other] === id ? { from: pair.to, to: pair.from } : { ...pair, [end]: id };
};

function Form({
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
  const [text, setText] = useState('');
  const entered = typed(text, useLocale());
  const [checked, setChecked] = useState(false);
  const [asking, setAsking] = useState(false);
  const quote = usePost(
    'user/getTransferFee',
    { from_currency_id: from.id, to_currency_id: to.id },
    { everyMs: RATES_MS },
  );
  const rates: Rates | null = quote.data
    ? { from: quote.data.form_price, to: quote.data.to_price, fee: quote.data.fee }
    : null;
  const most = mostOf(amount(from.change_balance), rates?.fee ?? '0', from.decimals);
  const problem = problemOf(entered, from.decimals, most);
  const given = readAmount(entered) ?? amount('0');
  const sum = rates && estimate(given, rates, { from: from.decimals, to: to.decimals });
  const convert = useAction('user/Transfer', {
    outdates: [
      'currency/user_currency_list',
      'wallet/list',
      'user/getTransferList',
      'wallet/bills',
      'wallet/detail',
    ],
    onDone: ({ received }) => {
      toast(t('converted', { amount: received, coin: to.name }), 'good');
      setText('');
      setChecked(false);
      setAsking(false);
    },
    onRefused: () => setAsking(false),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (!problem && rates) setAsking(true);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4" noValidate>
      <CoinPicker
        label={t('pay')}
        coins={coins}
        coin={from}
        onChoose={(id) => onPair(chosen(pair, 'from', id))}
      />
      <AmountField
        label={t('amount')}
        value={text}
        onValue={setText}
        unit={from.name}
        hint={
          <>
            {t('available')} <Num value={from.change_balance} unit={from.name} />
          </>
        }
        problem={checked ? problem : null}
        onAll={() => setText(format(most))}
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
      {quote.error ? (
        <p role="alert" className="rounded-md bg-bad-soft p-3 text-sm text-bad-ink">
          {quote.error.message || t('price_gone')}
        </p>
      ) : (
        rates && sum && <Summary from={from} to={to} rates={rates} sum={sum} />
      )}
      <Button type="submit" size="lg" wide disabled={!rates}>
        {t('convert')}
      </Button>
      <Dialog
        open={asking}
        title={t('convert')}
        confirm={t('convert')}
        busy={convert.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          convert.mutate({ number: entered, from_currency_id: from.id, to_currency_id: to.id })
        }
      >
        {rates && sum && (
          <>
            <p className="mb-2 text-lg text-ink">
              <Num value={format(given)} unit={from.name} /> →{' '}
              <Num value={format(sum.received)} unit={to.name} />
            </p>
            <Summary from={from} to={to} rates={rates} sum={sum} />
            <p className="mt-2 text-xs">{t('at_index')}</p>
          </>
        )}
      </Dialog>
    </form>
  );
}

const FIRST: Pair = { from: 3, to: 1 };

/** Converts one coin of the exchange account into another at the index. */
export default function Convert() {
  const t = useText(assetsText);
  const [pair, setPair] = useState(FIRST);
  const coins = useGet('currency/user_currency_list', {});
  return (
    <Page title={t('convert')} back="/pages/fund/assets">
      <Loaded of={coins}>
        {(all) => {
          const list = all.filter((coin) => coin.kind === 'coin');
          const from = list.find((coin) => coin.id === pair.from);
          const to = list.find((coin) => coin.id === pair.to);
          return from && to ? (
            <Form key={`${from.id}/${to.id}`} coins={list} from={from} to={to} pair={pair} onPair={setPair} />
          ) : null;
        }}
      </Loaded>
      <ConversionHistory />
    </Page>
  );
}
