import { useState } from 'react';
import { useMarkets } from '../../lib/markets.ts';
import { useText } from '../../lib/text.ts';
import { CoinIcon, Loaded, Picker, Sheet, SkeletonForm } from '../../ui/index.ts';
import { AlertForm } from './AlertForm.tsx';
import { alertsText } from './text.ts';

/** A new alert on a market, with a choice of others. */
export function NewAlert({
  first,
  target,
  onClose,
}: {
  readonly first: number | undefined;
  /** Price of the first market to begin with. */
  readonly target: string | undefined;
  readonly onClose: () => void;
}) {
  const t = useText(alertsText);
  const markets = useMarkets();
  const [chosen, setChosen] = useState(first);
  return (
    <Sheet open title={t('new')} onClose={onClose}>
      <div className="flex flex-col gap-4 px-5 pb-6">
        <Loaded query={markets} skeleton={<SkeletonForm />}>
          {(all) => {
            const market = all.find(({ id }) => id === chosen) ?? all[0];
            return (
              market && (
                <>
                  <Picker
                    label={t('market')}
                    title={t('market')}
                    icon={<CoinIcon name={market.currency_name} size={32} />}
                    options={all.map((one) => ({
                      id: String(one.id),
                      label: `${one.currency_name}/${one.legal_name}`,
                    }))}
                    value={String(market.id)}
                    onChoose={(id) => setChosen(Number(id))}
                  />
                  <AlertForm
                    key={market.id}
                    market={market}
                    target={market.id === first ? target : undefined}
                    onDone={onClose}
                  />
                </>
              )
            );
          }}
        </Loaded>
      </div>
    </Sheet>
  );
}
