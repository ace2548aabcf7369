import { useState } from 'react';
import { useAction } from '../../../lib/query.ts';
import { useText } from '../../../lib/text.ts';
import { toast } from '../../../lib/toast.ts';
import { Button, Sheet } from '../../../ui/index.ts';
import { NumberField } from '../ticket/NumberField.tsx';
import type { Position } from './live.ts';
import { contractText } from './text.ts';

const shown = (text: string): string => (text === '0' ? '' : text);

/** Sets take-profit and stop-loss; an empty field is none. */
export default function StopSheet({
  position,
  onClose,
}: {
  readonly position: Position;
  readonly onClose: () => void;
}) {
  const t = useText(contractText);
  const [takeProfit, setTakeProfit] = useState(shown(position.target_profit_price));
  const [stopLoss, setStopLoss] = useState(shown(position.stop_loss_price));
  const action = useAction('lever/setstop', {
    outdates: ['lever/deal'],
    onDone: () => {
      toast(t('stops_saved'), 'good');
      onClose();
    },
  });
  const save = (): void => {
    action.mutate({
      id: position.id,
      target_profit_price: takeProfit === '' ? '0' : takeProfit,
      stop_loss_price: stopLoss === '' ? '0' : stopLoss,
    });
  };
  return (
    <Sheet open onClose={onClose} title={t('set_stops')}>
      <div className="flex flex-col gap-3 px-5 pb-5">
        <NumberField label={t('take_profit')} unit="USDT" value={takeProfit} onText={setTakeProfit} />
        <NumberField label={t('stop_loss')} unit="USDT" value={stopLoss} onText={setStopLoss} />
        <p className="text-sm text-muted">{t('stops_note')}</p>
        <Button wide busy={action.isPending} onClick={save}>
          {t('save')}
        </Button>
      </div>
    </Sheet>
  );
}
