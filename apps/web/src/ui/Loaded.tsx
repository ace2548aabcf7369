import { CloudOff, Inbox } from 'lucide-react';
import type { ReactNode } from 'react';
import { shellText } from '../lib/shell-text.ts';
import { useText } from '../lib/text.ts';
import { Button } from './Button.tsx';
import { cx } from './cx.ts';
import { SkeletonRows } from './Skeleton.tsx';

/** Empty state: one line and the next action. */
export function Empty({
  text,
  action,
  icon,
  className,
}: {
  readonly text?: ReactNode;
  readonly action?: ReactNode;
  readonly icon?: ReactNode;
  readonly className?: string;
}) {
  const t = useText(shellText);
  return (
    <div className={cx('flex flex-col items-center gap-4 px-6 py-12 text-center', className)}>
      <span
        className="grid size-16 place-items-center rounded-full bg-raised text-muted [&_svg]:size-7"
        aria-hidden="true"
      >
        {icon ?? <Inbox />}
      </span>
      <p className="text-base text-muted">{text ?? t('empty')}</p>
      {action}
    </div>
  );
}

/** Error state with a retry. */
export function Failed({
  error,
  retry,
  className,
}: {
  readonly error?: Error | null | undefined;
  readonly retry?: () => void;
  readonly className?: string;
}) {
  const t = useText(shellText);
  return (
    <div role="alert" className={cx('flex flex-col items-center gap-4 px-6 py-12 text-center', className)}>
      <span
        className="grid size-16 place-items-center rounded-full bg-bad-soft text-bad-ink [&_svg]:size-7"
        aria-hidden="true"
      >
        <CloudOff />
      </span>
      <div>
        <p className="text-base font-semibold">{t('failed')}</p>
        {error && error.message !== '' && <p className="mt-1 text-sm text-muted">{error.message}</p>}
      </div>
      {retry && (
        <Button variant="plain" onClick={retry}>
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
  readonly of: Query<Data>;
  readonly skeleton?: ReactNode;
  /** Shown when `isEmpty` returns true; an empty array is always empty. */
  readonly empty?: ReactNode;
  readonly isEmpty?: (data: Data) => boolean;
  readonly children: (data: Data) => ReactNode;
}

/** The states of a read: loading, error with retry, empty, loaded. */
export function Loaded<Data>({ of, skeleton, empty, isEmpty, children }: LoadedProps<Data>) {
  if (of.data !== undefined) {
    const nothing = isEmpty ? isEmpty(of.data) : Array.isArray(of.data) && of.data.length === 0;
    return nothing ? (empty ?? <Empty />) : children(of.data);
  }
  if (of.isPending) return skeleton ?? <SkeletonRows />;
  return <Failed error={of.error} retry={() => void of.refetch()} />;
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
  of,
  skeleton,
  empty,
  children,
}: {
  readonly of: PagedQuery<Row>;
  readonly skeleton?: ReactNode;
  readonly empty?: ReactNode;
  readonly children: (rows: readonly Row[]) => ReactNode;
}) {
  const t = useText(shellText);
  if (of.rows.length === 0) {
    if (of.isPending) return skeleton ?? <SkeletonRows />;
    if (of.error) return <Failed error={of.error} retry={() => void of.refetch()} />;
    return empty ?? <Empty />;
  }
  return (
    <>
      {children(of.rows)}
      <div className="flex flex-col items-center gap-3 py-4">
        {of.isFetchNextPageError && of.error && (
          <p role="alert" className="text-center text-sm text-bad-ink">
            {of.error.message}
          </p>
        )}
        {of.hasNextPage ? (
          <Button variant="plain" onClick={of.more} busy={of.isFetchingNextPage}>
            {t('more')}
          </Button>
        ) : (
          <p className="text-xs text-muted">{t('no_more')}</p>
        )}
      </div>
    </>
  );
}
