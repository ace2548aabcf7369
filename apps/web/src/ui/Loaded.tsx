import { CloudOff, Compass, Inbox, RefreshCw, ServerCrash, Timer } from 'lucide-react';
import { useDeferredValue } from 'react';
import type { ReactNode } from 'react';
import { CallError } from '../lib/envelope.ts';
import type en from '../lib/locales/en.ts';
import { useLocation } from '../lib/location.ts';
import { go } from '../lib/navigation.ts';
import type { Path } from '../lib/paths.ts';
import { shellText } from '../lib/shell-text.ts';
import { useText } from '../lib/text.ts';
import { Button } from './Button.tsx';
import { cx } from './cx.ts';
import { LinkButton } from './Link.tsx';
import { SkeletonRows } from './Skeleton.tsx';

const NEXT = {
  home: { to: '/', text: 'go_home' },
  market: { to: '/pages/market/market', text: 'go_market' },
  trade: { to: '/pages/transaction/index', text: 'go_trade' },
  futures: { to: '/pages/transaction/contract', text: 'go_trade' },
  options: { to: '/pages/transaction/index2', text: 'go_trade' },
  earn: { to: '/pages/financial/index', text: 'go_earn' },
  support: { to: '/pages/kefu/index', text: 'go_support' },
} as const satisfies Readonly<Record<string, { to: Path; text: keyof typeof en }>>;

/** Where an empty list leads: to another screen, back, or to what stands beside it (a ticket, a form, an invitation). */
type NextStep = keyof typeof NEXT | 'back' | 'beside';

function NextButton({ step }: { readonly step: NextStep }) {
  const t = useText(shellText);
  const { path } = useLocation();
  if (step === 'back')
    return (
      <Button variant="plain" onClick={() => go.back()}>
        {t('go_back')}
      </Button>
    );
  if (step === 'beside' || NEXT[step].to === path) return null;
  return (
    <LinkButton variant="plain" to={NEXT[step].to}>
      {t(NEXT[step].text)}
    </LinkButton>
  );
}

/** Empty state: one line and the next action, `action` or the way to another screen. */
export function Empty({
  text,
  action,
  next,
  icon,
  className,
}: {
  readonly text?: ReactNode;
  readonly action?: ReactNode;
  readonly next?: NextStep;
  readonly icon?: ReactNode;
  readonly className?: string;
}) {
  const t = useText(shellText);
  return (
    <div
      data-state="empty"
      data-next={next}
      className={cx('flex flex-col items-center gap-4 px-6 py-12 text-center', className)}
    >
      <span
        className="grid size-16 place-items-center rounded-full bg-raised text-muted [&_svg]:size-7"
        aria-hidden="true"
      >
        {icon ?? <Inbox />}
      </span>
      <p className="text-base text-balance text-muted">{text ?? t('empty')}</p>
      {action || (next && <NextButton step={next} />)}
    </div>
  );
}

/** State of a screen whose address names nothing: mistyped, or without the number it needs. */
export function Missing() {
  const t = useText(shellText);
  return <Empty icon={<Compass />} text={t('missing_title')} next="back" />;
}

/** Icon of what went wrong. */
function FailureIcon({ error }: { readonly error: Error | null | undefined }) {
  switch (error instanceof CallError ? error.code : undefined) {
    case 'network':
      return <CloudOff />;
    case 'slow':
      return <Timer />;
    case 'outdated':
      return <RefreshCw />;
    default:
      return <ServerCrash />;
  }
}

/** Proofs that may still come. */
const MAY_COME: ReadonlySet<string> = new Set(['receipt_unknown', 'liabilities_unknown']);

/** Whether what was asked for does not exist. */
const isUnknown = (error: Error | null | undefined): error is CallError =>
  error instanceof CallError && error.code.endsWith('_unknown') && !MAY_COME.has(error.code);

/**
 * Error state with a retry; an app that is older than the service is reloaded, and what does not exist leads back,
 * because a retry finds nothing.
 */
export function Failed({
  error,
  retry,
  narrow = false,
  className,
}: {
  readonly error?: Error | null | undefined;
  readonly retry?: () => void;
  /** In a column beside others, without the picture. */
  readonly narrow?: boolean;
  readonly className?: string;
}) {
  const t = useText(shellText);
  if (isUnknown(error)) return <Empty icon={<Compass />} text={error.message} next="back" />;
  const outdated = error instanceof CallError && error.code === 'outdated';
  return (
    <div
      role="alert"
      className={cx(
        'flex flex-col items-center gap-4 text-center',
        narrow ? 'py-4' : 'px-6 py-12',
        className,
      )}
    >
      {!narrow && (
        <span
          className="grid size-16 place-items-center rounded-full bg-bad-soft text-bad-ink [&_svg]:size-7"
          aria-hidden="true"
        >
          <FailureIcon error={error} />
        </span>
      )}
      <div>
        <p className={cx('font-semibold', narrow ? 'text-sm' : 'text-base')}>{t('failed')}</p>
        {error && error.message !== '' && <p className="mt-1 text-sm text-muted">{error.message}</p>}
      </div>
      {outdated && <Button onClick={() => location.reload()}>{t('reload')}</Button>}
      {!outdated && retry && (
        <Button variant="plain" {...(narrow && { size: 'sm' })} onClick={retry}>
          {t('retry')}
        </Button>
      )}
    </div>
  );
}

interface Query<Data> {
  readonly data: Data | undefined;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

interface LoadedProps<Data> {
  readonly query: Query<Data>;
  readonly skeleton?: ReactNode;
  /** Shown when `isEmpty` returns true; an empty array is always empty. */
  readonly empty?: ReactNode;
  readonly isEmpty?: (data: Data) => boolean;
  /** In a column beside others. */
  readonly narrow?: boolean;
  readonly children: (data: Data) => ReactNode;
}

/** The states of a read: loading, error with retry, empty, loaded. */
export function Loaded<Data>({
  query,
  skeleton,
  empty,
  isEmpty,
  narrow = false,
  children,
}: LoadedProps<Data>) {
  // The first data is drawn in slices, so that a long list does not block; later data at once.
  const drawn = useDeferredValue(query.data !== undefined);
  if (drawn && query.data !== undefined) {
    const nothing = isEmpty ? isEmpty(query.data) : Array.isArray(query.data) && query.data.length === 0;
    return nothing ? (empty ?? <Empty next="back" />) : children(query.data);
  }
  if (query.isPending || query.data !== undefined) return skeleton ?? <SkeletonRows />;
  return <Failed error={query.error} retry={() => void query.refetch()} narrow={narrow} />;
}

interface PagedQuery<Row> {
  readonly rows: readonly Row[];
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly refetch: () => unknown;
  readonly more: () => void;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
}

/** The same for a paged list. */
export function LoadedPages<Row>({
  query,
  skeleton,
  empty,
  children,
}: {
  readonly query: PagedQuery<Row>;
  readonly skeleton?: ReactNode;
  readonly empty?: ReactNode;
  readonly children: (rows: readonly Row[]) => ReactNode;
}) {
  const t = useText(shellText);
  if (query.rows.length === 0) {
    if (query.isPending) return skeleton ?? <SkeletonRows />;
    if (query.error) return <Failed error={query.error} retry={() => void query.refetch()} />;
    return empty ?? <Empty next="back" />;
  }
  return (
    <>
      {children(query.rows)}
      <div className="flex flex-col items-center gap-3 py-4">
        {query.isFetchNextPageError && query.error && (
          <p role="alert" className="text-center text-sm text-bad-ink">
            {query.error.message}
          </p>
        )}
        {query.hasNextPage ? (
          <Button variant="plain" onClick={query.more} busy={query.isFetchingNextPage}>
            {t('more')}
          </Button>
        ) : (
          <p className="text-xs text-muted">{t('no_more')}</p>
        )}
      </div>
    </>
  );
}
