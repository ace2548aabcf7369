import { amount, format, parseAmount, price, rate, rateFromPercent } from '@karat/money';
import { convert, maxConversion, maxRelease } from '@karat/rules';
import { useState } from 'react';
import { BALANCES } from '../../lib/balances.ts';
import { useAction } from '../../lib/query.ts';
import { useRefusal } from '../../lib/server-errors.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { AmountField, Button, Fact, Form, Num, Picker, Sheet, FormError } from '../../ui/index.ts';
import type { Config, LoanCurrency } from './estimate.ts';
import type { Loan } from './LoanCard.tsx';
import { loansText } from './text.ts';

type Action = 'add' | 'take' | 'convert';

const CHANGED = ['loan/list', 'loan/detail', 'loan/config', 'loan/events', ...BALANCES] as const;

const currencyOf = (config: Config, id: number): LoanCurrency | undefined =>
  config.currencies.find((currency) => currency.id === id);

/** The largest amount of an asset that can leave the loan; nothing without current prices. */
function maxTake(loan: Loan, config: Config, currency: LoanCurrency): string {
  const asset = loan.assets.find(({ currency_id: id }) => id === currency.id);
  if (!asset || asset.price === null || loan.price === null) return '0';
  const assets = loan.assets.map((each) => ({
    amount: amount(each.amount),
    price: price(each.price ?? '0'),
  }));
  const debt = { amount: amount(loan.debt), price: price(loan.price) };
  const taken = { amount: amount(asset.amount), price: price(asset.price), decimals: currency.decimals };
  return format(maxRelease({ assets, debt }, taken, config.release_percent));
}

/** The largest amount of an action. */
function maxOf(action: Action, loan: Loan, config: Config, currency: LoanCurrency): string {
  switch (action) {
    case 'add':
      return currency.available ?? '0';
    case 'take':
      return maxTake(loan, config, currency);
    case 'convert': {
      const held = loan.assets.find(({ currency_id: id }) => id === currency.id)?.amount ?? '0';
      const fee = rateFromPercent(rate(config.conversion_fee));
      return format(maxConversion(amount(held), fee, currency.decimals));
    }
  }
}

/** What a conversion gives, at the index of this moment. */
function Received({
  config,
  from,
  to,
  text,
}: {
  readonly config: Config;
  readonly from: LoanCurrency;
  readonly to: LoanCurrency;
  readonly text: string;
}) {
  const t = useText(loansText);
  const value = parseAmount(text);
  if (value === undefined || from.price === null || to.price === null) return null;
  const fee = rateFromPercent(rate(config.conversion_fee));
  const prices = { from: price(from.price), to: price(to.price) };
  const result = convert(value, prices, fee, { from: from.decimals, to: to.decimals });
  return (
    <dl className="flex flex-col gap-2 text-base">
      <Fact name={t('you_get')}>
        <Num value={format(result.received)} unit={to.name} />
      </Fact>
      <Fact name={t('fee')}>
        <Num value={format(result.fee)} unit={from.name} />
      </Fact>
    </dl>
  );
}

/** Currencies that an action can begin with. */
const sourcesOf = (action: Action, loan: Loan, config: Config): readonly LoanCurrency[] =>
  action === 'add'
    ? config.currencies
    : config.currencies.filter(({ id }) => loan.assets.some(({ currency_id: held }) => held === id));

function useSend(action: Action, loan: Loan, onDone: () => void) {
  const t = useText(loansText);
  const refusal = useRefusal();
  const options = {
    ...refusal.action,
    invalidates: CHANGED,
    onDone: () => {
      toast(t(`${action}_done`), 'good');
      onDone();
    },
  };
  const add = useAction('loan/collateral/add', options);
  const take = useAction('loan/collateral/take', options);
  const convertAssets = useAction('loan/convert', options);
  const { id } = loan;
  return {
    refusal,
    busy: add.isPending || take.isPending || convertAssets.isPending,
    send: (from: number, to: number, value: string): void => {
      switch (action) {
        case 'add':
          return add.mutate({ id, currency_id: from, amount: value });
        case 'take':
          return take.mutate({ id, currency_id: from, amount: value });
        case 'convert':
          return convertAssets.mutate({ id, from_currency_id: from, to_currency_id: to, amount: value });
      }
    },
  };
}

function CurrencyPicker({
  label,
  currencies,
  value,
  onChoose,
}: {
  readonly label: string;
  readonly currencies: readonly LoanCurrency[];
  readonly value: number;
  readonly onChoose: (id: number) => void;
}) {
  return (
    <Picker
      label={label}
      title={label}
      options={currencies.map(({ id, name }) => ({ id: String(id), label: name }))}
      value={String(value)}
      onChoose={(id) => onChoose(Number(id))}
    />
  );
}

/** The most that the action can take. */
function Most(props: { readonly value: string; readonly unit: string }) {
  const t = useText(loansText);
  return (
    <>
      {t('max')} <Num {...props} />
    </>
  );
}

/** The currency that a conversion buys, and how much of it. */
function ConvertTo({
  config,
  from,
  to,
  others,
  text,
  onChoose,
}: {
  readonly config: Config;
  readonly from: LoanCurrency;
  readonly to: LoanCurrency;
  readonly others: readonly LoanCurrency[];
  readonly text: string;
  readonly onChoose: (id: number) => void;
}) {
  const t = useText(loansText);
  return (
    <>
      <CurrencyPicker label={t('convert_to')} currencies={others} value={to.id} onChoose={onChoose} />
      <Received config={config} from={from} to={to} text={text} />
    </>
  );
}

function ActionForm({
  action,
  loan,
  config,
  onDone,
}: {
  readonly action: Action;
  readonly loan: Loan;
  readonly config: Config;
  readonly onDone: () => void;
}) {
  const t = useText(loansText);
  const sources = sourcesOf(action, loan, config);
  const [from, setFrom] = useState(sources[0]?.id ?? 0);
  const others = config.currencies.filter(({ id }) => id !== from);
  const [wanted, setWanted] = useState(others[0]?.id ?? 0);
  const [text, setText] = useState('');
  const { busy, send, refusal } = useSend(action, loan, onDone);
  const enter = (entered: string): void => {
    refusal.forget();
    setText(entered);
  };
  const source = currencyOf(config, from);
  const target = others.find(({ id }) => id === wanted) ?? others[0];
  if (!source) return null;
  const max = maxOf(action, loan, config, source);
  const value = parseAmount(text);
  const isOver = value !== undefined && value > amount(max);
  const isReady = value !== undefined && value > 0n && !isOver;
  return (
    <Form
      onSubmit={() => isReady && send(from, target?.id ?? 0, format(value))}
      className="gap-4 px-5 pt-2 pb-6"
    >
      <p className="text-sm text-muted">{t(`${action}_hint`, { percent: config.release_percent })}</p>
      <CurrencyPicker
        label={t('currency')}
        currencies={sources}
        value={from}
        onChoose={(id) => {
          setFrom(id);
          enter('');
        }}
      />
      <AmountField
        label={t('amount')}
        value={text}
        onValue={enter}
        unit={source.name}
        error={isOver ? t('over_max') : null}
        hint={<Most value={max} unit={source.name} />}
        all={{ label: t('max'), take: () => enter(max) }}
      />
      {action === 'convert' && target && (
        <ConvertTo
          config={config}
          from={source}
          to={target}
          others={others}
          text={text}
          onChoose={setWanted}
        />
      )}
      <FormError text={refusal.text} />
      <Button type="submit" size="lg" wide busy={busy} disabled={!isReady}>
        {t(action)}
      </Button>
    </Form>
  );
}

/** Adds collateral, takes assets out, converts them; an application takes collateral only. */
export function AssetActions({ loan, config }: { readonly loan: Loan; readonly config: Config }) {
  const t = useText(loansText);
  const [action, setAction] = useState<Action | undefined>(undefined);
  const actions: readonly Action[] = loan.state === 'active' ? ['add', 'take', 'convert'] : ['add'];
  const close = (): void => setAction(undefined);
  return (
    <>
      <div className="flex flex-wrap gap-3 *:min-w-max *:flex-1">
        {actions.map((each) => (
          <Button key={each} variant="plain" onClick={() => setAction(each)}>
            {t(each)}
          </Button>
        ))}
      </div>
      <Sheet open={action !== undefined} title={t(action ?? 'add')} onClose={close}>
        {action && <ActionForm key={action} action={action} loan={loan} config={config} onDone={close} />}
      </Sheet>
    </>
  );
}
