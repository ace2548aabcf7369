import { POSITION_STATUS } from '@karat/contract';
import type { PositionSide } from '@karat/rules';
import { useState } from 'react';
import { withLogin } from '../../../lib/navigation.ts';
import { useAction } from '../../../lib/query.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text.ts';
import type { Translate } from '../../../lib/text.ts';
import { toast } from '../../../lib/toast.ts';
import { Button } from '../../../ui/index.ts';
import { INVALIDATED } from './use-positions.ts';
import type { Deal } from './use-positions.ts';
import type en from './locales/en.ts';
import { contractText } from './text.ts';
import { EMPTY, estimateOf, fieldsOf, normalise } from './ticket-form.ts';
import type { Form, TicketProps } from './ticket-form.ts';
import { Funds, Prices, Settings } from './TicketFields.tsx';
import { Confirmation, Summary } from './TicketSummary.tsx';

/** Why nothing can be opened now. */
function stateText(t: Translate<typeof en>, { state }: Deal): string {
  switch (state) {
    case 'open':
      return '';
    case 'close_only':
      return t('state_close_only');
    case 'halted':
      return t('state_halted');
    case 'closed':
      return t('state_closed');
    case 'stale':
      return t('state_stale');
  }
}

/** A button per side, or the login. */
function Sides({
  closed,
  busy,
  onAsk,
}: {
  readonly closed: boolean;
  readonly busy: boolean;
  readonly onAsk: (side: PositionSide) => void;
}) {
  const t = useText(contractText);
  const loggedIn = useSession((state) => state.token !== null);
  if (!loggedIn)
    return (
      <Button wide onClick={() => withLogin(() => undefined)}>
        {t('login_to_trade')}
      </Button>
    );
  return (
    <div className="grid grid-cols-2 gap-2">
      <Button variant="up" disabled={closed} busy={busy} onClick={() => onAsk('long')}>
        {t('buy_long')}
      </Button>
      <Button variant="down" disabled={closed} busy={busy} onClick={() => onAsk('short')}>
        {t('sell_short')}
      </Button>
    </div>
  );
}

/** Opens contracts: order type, size, costs, and a button per side. */
export function ContractTicket(props: TicketProps) {
  const { market, deal } = props;
  const t = useText(contractText);
  const loggedIn = useSession((state) => state.token !== null);
  const [typed, setForm] = useState<Form>(EMPTY);
  const form = normalise(typed, deal);
  const [asking, setAsking] = useState<PositionSide | null>(null);
  const set = (change: Partial<Form>): void => setForm((old) => ({ ...old, ...change }));
  const submit = useAction('lever/submit', {
    invalidates: INVALIDATED,
    onDone: (position) => {
      toast(t(position.status === POSITION_STATUS.pending ? 'order_waits' : 'opened'), 'good');
      set({ takeProfit: '', stopLoss: '' });
    },
  });
  const ask = (side: PositionSide): void => {
    if (estimateOf(props, form, side)) setAsking(side);
    else toast(t('enter_numbers'), 'bad');
  };
  const long = estimateOf(props, form, 'long');
  const estimate = asking === null ? undefined : estimateOf(props, form, asking);
  // Outside of its exchange's hours only limit orders are possible.
  const waits = deal?.state === 'closed' && form.kind === 'limit';
  const closed = deal !== undefined && deal.state !== 'open' && !waits;
  return (
    <section aria-label={t('ticket')} className="flex flex-col gap-2">
      <Settings form={form} set={set} deal={deal} />
      <Prices form={form} set={set} market={market} />
      {loggedIn && <Funds market={market} deal={deal} />}
      {long && <Summary estimate={long} market={market} own={loggedIn} />}
      {(closed || waits) && (
        <p role="status" className="rounded-md bg-gold-soft px-3 py-2 text-xs text-gold-ink">
          {stateText(t, deal)}
        </p>
      )}
      <Sides closed={closed} busy={submit.isPending} onAsk={ask} />
      <Confirmation
        asking={asking}
        estimate={estimate}
        form={form}
        market={market}
        onClose={() => setAsking(null)}
        onConfirm={(side) => {
          submit.mutate(fieldsOf(form, market, side));
          setAsking(null);
        }}
      />
    </section>
  );
}
