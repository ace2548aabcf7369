import { useState } from 'react';
import type { ReactNode } from 'react';
import type { AmountProblem } from '../../lib/amount-problem.ts';
import { USDT } from '../../lib/currencies.ts';
import type { FieldState } from '../../lib/form-state.ts';
import { useGet } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { Field, Loaded, Num, SkeletonForm } from '../../ui/index.ts';
import { CoinPicker } from './CoinPicker.tsx';
import { SpentField } from './SpentField.tsx';
import { assetsText } from './text.ts';
import type { Coin } from './use-conversion.ts';

/** A chosen coin of the exchange account, and how to choose another. */
export interface CoinChoice {
  readonly coin: Coin;
  readonly coins: readonly Coin[];
  readonly onCoin: (id: number) => void;
}

/** Loads the coins that can be sent; USDT is chosen first. */
export function WithCoin({ children }: { readonly children: (choice: CoinChoice) => ReactNode }) {
  const [wanted, setWanted] = useState(USDT);
  const coins = useGet('currency/user_currency_list', {});
  return (
    <Loaded query={coins} skeleton={<SkeletonForm fields={4} />}>
      {(all) => {
        const list = all.filter((coin) => coin.kind === 'coin');
        const coin = list.find((one) => one.id === wanted) ?? list[0];
        return coin ? children({ coin, coins: list, onCoin: setWanted }) : null;
      }}
    </Loaded>
  );
}

/** Fields of a coin and the amount of it that leaves the exchange account. */
export function CoinAmount({
  coin,
  coins,
  onCoin,
  field,
  problem,
  onAll,
}: CoinChoice & {
  readonly field: FieldState;
  readonly problem: AmountProblem | null;
  readonly onAll: () => void;
}) {
  const t = useText(assetsText);
  return (
    <>
      <CoinPicker label={t('currency')} coins={coins} coin={coin} onChoose={onCoin} />
      <SpentField
        label={t('amount')}
        value={field.value}
        onValue={field.onValue}
        unit={coin.name}
        hint={
          <>
            {t('available')} <Num value={coin.change_balance} unit={coin.name} />
          </>
        }
        problem={problem}
        refusal={field.errorFor(null)}
        onAll={onAll}
      />
    </>
  );
}

/** Note of a payment to another user. */
export function NoteField({ field }: { readonly field: FieldState }) {
  const t = useText(assetsText);
  return (
    <Field
      label={t('note')}
      value={field.value}
      onValue={field.onValue}
      error={field.errorFor(null)}
      autoComplete="off"
      maxLength={60}
    />
  );
}
