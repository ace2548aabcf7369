import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { go } from '../lib/navigation.ts';
import type { Path } from '../lib/paths.ts';
import { shellText } from '../lib/shell-text.ts';
import { useText } from '../lib/text.ts';
import { IconButton } from './Button.tsx';
import { cx } from './cx.ts';

interface NavBarProps {
  readonly title: ReactNode;
  /** Shows the back button; `back` is the target if this was the first screen of the visit. */
  readonly back?: boolean | Path;
  readonly left?: ReactNode;
  readonly right?: ReactNode;
  /** Transparent: over a picture or a coloured head. */
  readonly clear?: boolean;
}

/** The navigation bar on top of every screen. */
export function NavBar({ title, back = true, left, right, clear = false }: NavBarProps) {
  const t = useText(shellText);
  return (
    <header
      className={cx(
        'sticky top-(--notice) z-20 flex min-h-(--navbar) items-center gap-1 px-1 pt-[max(0px,env(safe-area-inset-top)-var(--notice))]',
        !clear && 'bg-bg',
      )}
    >
      <div className="flex min-w-11 flex-1 items-center">
        {back !== false && (
          <IconButton label={t('back')} onClick={() => go.back(typeof back === 'string' ? back : '/')}>
            <ChevronLeft />
          </IconButton>
        )}
        {left}
      </div>
      {title !== '' && (
        <h1
          tabIndex={-1}
          // Large letters grow only as far as the longest word of a title fits.
          className="line-clamp-3 min-w-0 text-center text-[length:min(1rem,6.5vw)] leading-normal font-semibold text-balance outline-none"
        >
          {title}
        </h1>
      )}
      <div className="flex min-w-max flex-1 items-center justify-end">{right}</div>
    </header>
  );
}

interface PageProps extends NavBarProps {
  /** Title of the window, where the bar's title is not plain text. */
  readonly name?: string;
  readonly children: ReactNode;
  /** Sticky at the bottom, above the tab bar: the action of the screen. */
  readonly footer?: ReactNode;
  /** Own bar, or null: then `children` begin at the top. */
  readonly bar?: ReactNode;
  readonly className?: string;
}

const CONTENT = 'flex flex-1 flex-col px-4 pt-2 pb-6';

/** A screen: bar, content and the action at the foot. */
export function Page({ name, children, footer, bar, className, ...nav }: PageProps) {
  const title = name ?? (typeof nav.title === 'string' ? nav.title : undefined);
  return (
    <>
      {title !== undefined && <title>{`${title} · Karat`}</title>}
      {bar === undefined ? <NavBar {...nav} /> : bar}
      {footer === undefined ? (
        <main className={cx(CONTENT, className)}>{children}</main>
      ) : (
        <main className="flex flex-1 flex-col">
          <div className={cx(CONTENT, className)}>{children}</div>
          <div className="sticky bottom-0 z-10 bg-bg px-4 pt-3 safe-bottom">{footer}</div>
        </main>
      )}
    </>
  );
}
