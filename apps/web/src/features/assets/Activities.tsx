import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  Gamepad2,
  Gem,
  Gift,
  HandCoins,
  PiggyBank,
  Receipt,
  Repeat,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { formatClock, formatDate } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { List, ListRow, RowEnd, Sheet } from '../../ui/index.ts';
import { byDay, isOwnTransfer, titleOf } from './activity.ts';
import type { Activity } from './activity.ts';
import { ActivityDetail } from './ActivityDetail.tsx';
import { FeeAmount, LegAmount } from './LegAmount.tsx';
import { assetsText } from './text.ts';

const ICONS: Readonly<Record<Activity['group'], LucideIcon>> = {
  trades: Repeat,
  deposits: ArrowDownToLine,
  withdrawals: ArrowUpFromLine,
  transfers: ArrowLeftRight,
  earn: PiggyBank,
  fees: Receipt,
  rewards: Gift,
  loans: HandCoins,
  nft: Gem,
  games: Gamepad2,
};

/** Title of an event in the user's language. */
export function useActivityTitle(): (event: Activity) => string {
  const t = useText(assetsText);
  return (event) => {
    const title = titleOf(event);
    switch (title.key) {
      case 'info':
        return event.info;
      case 'converted_pair':
        return t(title.key, title);
      case 'bought':
      case 'sold':
        return t(title.key, title);
    }
  };
}

function Amounts({ event }: { readonly event: Activity }) {
  const [first] = event.legs;
  if (!first) return null;
  if (isOwnTransfer(event))
    return (
      <span className="ms-auto text-base font-medium">
        <LegAmount leg={first} signed={false} />
      </span>
    );
  // What was received stands first: the server sends debits first.
  const [main = first, ...others] = event.legs.toReversed();
  return (
    <RowEnd
      hint={others.map((leg) => (
        <span key={`${leg.account} ${leg.currency}`} className="block">
          <LegAmount leg={leg} />
        </span>
      ))}
    >
      <LegAmount leg={main} />
    </RowEnd>
  );
}

/** Fees of an event that is listed for them. */
const Fees = ({ event }: { readonly event: Activity }) => (
  <span className="ms-auto text-end text-base font-medium">
    {event.fees.map((fee) => (
      <span key={fee.currency} className="block">
        <FeeAmount fee={fee} />
      </span>
    ))}
  </span>
);

interface RowProps {
  readonly event: Activity;
  readonly ofFees: boolean;
  readonly onOpen: () => void;
}

function Row({ event, ofFees, onOpen }: RowProps) {
  const t = useText(assetsText);
  const locale = useLocale();
  const title = useActivityTitle();
  const feesOnly = ofFees && event.fees.length > 0;
  const Icon = ICONS[feesOnly ? 'fees' : event.group];
  const accounts = [...new Set(event.legs.map(({ account }) => t(account)))];
  return (
    <ListRow
      wraps
      onClick={onOpen}
      icon={
        <span
          className="grid size-9 shrink-0 place-items-center rounded-full bg-raised text-muted"
          aria-hidden="true"
        >
          <Icon className="size-4.5" />
        </span>
      }
      title={title(event)}
      hint={`${accounts.join(' → ')} · ${formatClock(event.created_ms, locale)}`}
      notice={event.state === 'completed' ? undefined : t(`state_${event.state}`)}
      end={feesOnly ? <Fees event={event} /> : <Amounts event={event} />}
    />
  );
}

interface ActivitiesProps {
  readonly events: readonly Activity[];
  /** The list is one of fees: events that include some show them instead of their amounts. */
  readonly ofFees?: boolean;
}

/** Events by day; a tap opens the details. */
export function Activities({ events, ofFees = false }: ActivitiesProps) {
  const locale = useLocale();
  const title = useActivityTitle();
  const [open, setOpen] = useState<Activity | null>(null);
  return (
    <>
      {byDay(events).map((day) => {
        const name = formatDate(day[0].created_ms, locale);
        return (
          <section key={day[0].id} aria-label={name} className="mb-4">
            <h2 className="mb-1 px-4 text-sm text-muted">{name}</h2>
            <List ground="card">
              {day.map((event) => (
                <Row key={event.id} event={event} ofFees={ofFees} onOpen={() => setOpen(event)} />
              ))}
            </List>
          </section>
        );
      })}
      <Sheet open={open !== null} title={open ? title(open) : ''} onClose={() => setOpen(null)}>
        {open && <ActivityDetail event={open} />}
      </Sheet>
    </>
  );
}
