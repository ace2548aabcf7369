import { useState } from 'react';
import { useAction } from '../../lib/query.ts';
import { useRefusal } from '../../lib/server-errors.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../lib/toast.ts';
import { Button, Card, Choice, Field, Form, FormError } from '../../ui/index.ts';
import type { TraderRow } from './Figures.tsx';
import { copytradeText } from './text.ts';

const VISIBILITIES = ['live', 'delayed', 'hidden'] as const;
const WHOLE = /^[1-9][0-9]{0,4}$/;
const PLACES_MAX = 10_000;
const isPlaces = (text: string): boolean => WHOLE.test(text) && Number(text) <= PLACES_MAX;

/** Settings of a trader: who sees open positions, and the maximum number of copiers. */
export function TraderSettings({ trader }: { readonly trader: TraderRow }) {
  const t = useText(copytradeText);
  const [positions, setPositions] = useState(trader.positions);
  const [places, setPlaces] = useState(String(trader.places));
  const refusal = useRefusal();
  const save = useAction('follow/trader_settings', {
    ...refusal.action,
    invalidates: ['follow/traderDetail', 'follow/traders', 'follow/positions'],
    onDone: () => toast(t('saved')),
  });
  const ready = isPlaces(places);
  return (
    <Card className="mt-3 p-4">
      <Form className="gap-4" onSubmit={() => ready && save.mutate({ positions, places })}>
        <h2 className="text-base font-semibold">{t('open_positions')}</h2>
        <div className="-mx-4">
          <Choice
            label={t('open_positions')}
            options={VISIBILITIES.map((id) => ({ id, label: t(`positions_${id}_set`) }))}
            value={positions}
            onChange={setPositions}
          />
        </div>
        <Field
          label={t('places_max')}
          value={places}
          onValue={setPlaces}
          inputMode="numeric"
          error={ready ? null : t('wrong_amount')}
        />
        <FormError text={refusal.text} />
        <Button type="submit" disabled={!ready} busy={save.isPending}>
          {t('save')}
        </Button>
      </Form>
    </Card>
  );
}
