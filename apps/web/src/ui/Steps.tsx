import { formatTime } from '../lib/format.ts';
import { useLocale } from '../lib/text.ts';
import { cx } from './cx.ts';

interface StepsProps {
  readonly title: string;
  readonly steps: readonly { readonly name: string; readonly at_ms: number }[];
}

/** A timeline: every step with its time, the last one marked. */
export function Steps({ title, steps }: StepsProps) {
  const locale = useLocale();
  return (
    <section aria-label={title} className="rounded-lg bg-surface p-4">
      <h2 className="mb-3 text-sm text-muted">{title}</h2>
      <ol className="flex flex-col gap-4 border-s-2 border-line ps-4">
        {steps.map(({ name, at_ms }, place) => {
          const last = place === steps.length - 1;
          return (
            <li
              key={`${at_ms} ${name}`}
              aria-current={last ? 'step' : undefined}
              className={cx(
                'relative before:absolute before:-start-[23px] before:top-1 before:size-3 before:rounded-full',
                last ? 'before:bg-gold' : 'before:bg-faint',
              )}
            >
              <span className="block text-base font-medium">{name}</span>
              <span className="block text-xs text-muted">{formatTime(at_ms, locale)}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
