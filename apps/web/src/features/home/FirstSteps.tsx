import { CheckCircle2, ChevronRight, Circle, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatNumber } from '../../lib/format.ts';
import type { Path } from '../../lib/paths.ts';
import { useGet } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import type { User } from '../../lib/session.ts';
import { storage } from '../../lib/storage.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { cx, IconButton, Link, Skeleton } from '../../ui/index.ts';
import { creditedBy, doneSteps, STEPS } from './first-steps.ts';
import type { Step } from './first-steps.ts';
import { homeText } from './text.ts';
import { Tour } from './Tour.tsx';

/** Key of the user who dismissed the card or took all steps, as this device knows. */
const DISMISSED = 'start_dismissed';

const TARGETS: Readonly<Record<Step, Path>> = {
  verify: '/pages/setting/real',
  deposit: '/pages/fund/receive',
  trade: '/pages/transaction/index',
};

function StepRow({
  step,
  name,
  done,
}: {
  readonly step: Step;
  readonly name: string;
  readonly done: boolean;
}) {
  const t = useText(homeText);
  const Icon = done ? CheckCircle2 : Circle;
  const body = (
    <>
      <Icon className={cx('size-5 shrink-0', done ? 'text-good-ink' : 'text-muted')} aria-hidden="true" />
      <span className={cx('min-w-0 flex-1 text-base', done && 'text-muted line-through')}>{name}</span>
    </>
  );
  const line = 'flex min-h-11 items-center gap-3';
  return (
    <li>
      {done ? (
        <span className={line}>
          {body}
          <span className="sr-only">{t('start_done')}</span>
        </span>
      ) : (
        <Link to={TARGETS[step]} className={cx(line, 'active:opacity-70')}>
          {body}
          <ChevronRight className="size-4 shrink-0 text-muted" aria-hidden="true" />
        </Link>
      )}
    </li>
  );
}

const Placeholder = () => <Skeleton className="h-54 rounded-lg" />;

function Card({ user, onDismiss }: { readonly user: User; readonly onDismiss: () => void }) {
  const t = useText(homeText);
  const locale = useLocale();
  const [touring, setTouring] = useState(false);
  const deposits = useGet('wallet/activity', { group: 'deposits', limit: 5 });
  const trades = useGet('wallet/activity', { group: 'trades', limit: 1 });
  const isLoaded = deposits.data !== undefined && trades.data !== undefined;
  const done = isLoaded ? doneSteps(user, deposits.data.data, trades.data.data) : null;
  const isFinished = done?.size === STEPS.length;
  // Who has finished is remembered, so that the next start shows no placeholder.
  useEffect(() => {
    if (isFinished) onDismiss();
  }, [isFinished, onDismiss]);
  if (isFinished || (!isLoaded && (deposits.isError || trades.isError))) return null;
  if (!isLoaded || !done) return <Placeholder />;
  const credited = creditedBy(deposits.data.data);
  const names: Readonly<Record<Step, string>> = {
    verify: t('start_verify'),
    deposit: t(user.demo ? 'start_practise' : 'start_deposit'),
    trade: t('start_trade'),
  };
  const amounts = credited.map(
    ({ amount, decimals, currency_name: coin }) =>
      `${formatNumber(amount, { kind: 'coin', decimals }, locale)} ${coin}`,
  );
  return (
    <section aria-label={t('start_title')} className="rounded-lg bg-surface ps-4 pe-2 pb-2">
      <div className="flex flex-wrap items-center gap-x-2">
        <h2 className="flex-1 text-base font-semibold">
          {t('start_title')}
          <span className="ms-2 text-xs font-normal text-muted">
            {done.size}/{STEPS.length}
          </span>
        </h2>
        <button
          type="button"
          onClick={() => setTouring(true)}
          className="min-h-11 px-2 text-sm text-gold-ink"
        >
          {t('tour')}
        </button>
        <IconButton label={t('start_dismiss')} onClick={onDismiss}>
          <X />
        </IconButton>
      </div>
      {amounts.length > 0 && (
        <p className="pe-2 text-xs text-muted">{t('start_credited', { amounts: amounts.join(', ') })}</p>
      )}
      <ul className="pe-2">
        {STEPS.map((step) => (
          <StepRow key={step} step={step} name={names[step]} done={done.has(step)} />
        ))}
      </ul>
      {touring && <Tour onClose={() => setTouring(false)} />}
    </section>
  );
}

/** What was credited and the first steps of a user, until all are done or the card is dismissed. */
export function FirstSteps() {
  const token = useSession((state) => state.token);
  const user = useSession((state) => state.user);
  const [dismissed, setDismissed] = useState(() => storage.read(DISMISSED));
  if (token === null || (user !== null && dismissed === user.uid)) return null;
  if (user === null) return dismissed === undefined ? <Placeholder /> : null;
  const dismiss = (): void => {
    storage.write(DISMISSED, user.uid);
    setDismissed(user.uid);
  };
  return <Card user={user} onDismiss={dismiss} />;
}
