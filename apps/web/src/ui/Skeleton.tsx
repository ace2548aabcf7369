import { shellText } from '../lib/shell-text.ts';
import { useText } from '../lib/text.ts';
import { cx } from './cx.ts';

/** Placeholder of a list. */
export function SkeletonRows({
  rows = 6,
  className,
}: {
  readonly rows?: number;
  readonly className?: string;
}) {
  const t = useText(shellText);
  return (
    <div
      role="status"
      aria-label={t('loading')}
      className={cx('flex flex-col gap-5 py-3 skeletons', className)}
    >
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex items-center gap-3">
          <span className="size-9 skeleton rounded-full" />
          <span className="flex flex-1 flex-col gap-2">
            <span className="h-3.5 w-2/5 skeleton" />
            <span className="h-3 w-1/4 skeleton" />
          </span>
          <span className="h-4 w-16 skeleton" />
        </div>
      ))}
    </div>
  );
}

export const Skeleton = ({ className }: { readonly className?: string }) => (
  <span className={cx('block skeleton', className)} />
);

const LINES = ['w-full', 'w-11/12', 'w-full', 'w-4/5', 'w-full', 'w-2/3'];

/** Placeholder of an article. */
export const SkeletonArticle = () => (
  <div className="flex flex-col gap-3 pt-4 skeletons" aria-busy="true">
    <Skeleton className="mb-3 h-8 w-3/4" />
    {LINES.map((width, line) => (
      <Skeleton key={line} className={`h-3.5 ${width}`} />
    ))}
  </div>
);

/** Placeholder of a form. */
export function SkeletonForm({ fields = 3 }: { readonly fields?: number }) {
  const t = useText(shellText);
  return (
    <div role="status" aria-label={t('loading')} className="flex flex-col gap-6 pt-2 skeletons">
      {Array.from({ length: fields }, (_, field) => (
        <Skeleton key={field} className="h-14 rounded-md" />
      ))}
    </div>
  );
}
