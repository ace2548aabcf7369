import { useText } from '../../lib/text.ts';
import { CoinIcon, Num, Picker } from '../../ui/index.ts';
import { assetsText } from './text.ts';
import type { Coin } from './use-conversion.ts';

/** Picks a coin; each shows its balance in the exchange account. */
export function CoinPicker({
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
