import type { ComponentProps, MouseEvent } from 'react';
import { go } from '../lib/navigation.ts';
import { addressOf } from '../lib/paths.ts';
import type { Path, Search } from '../lib/paths.ts';
import { buttonShape } from './Button.tsx';
import type { ButtonShape } from './Button.tsx';
import { cx } from './cx.ts';

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly to: Path;
  readonly search?: Search | undefined;
  /** Replaces the history entry. */
  readonly replace?: boolean;
}

/** A link to a screen. The screen's code is prefetched as soon as a finger or pointer comes near. */
export function Link({ to, search, replace = false, onClick, children, ...rest }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0)
      return;
    event.preventDefault();
    if (replace) go.replace(to, search);
    else go.push(to, search);
  };
  const near = (): void => go.preload(to, search);
  return (
    <a
      {...rest}
      href={`#${addressOf(to, search)}`}
      onClick={follow}
      onPointerDown={near}
      onPointerEnter={near}
      onFocus={near}
    >
      {children}
    </a>
  );
}

/** A link styled as a button. */
export const LinkButton = ({ variant, size, wide, className, ...rest }: LinkProps & ButtonShape) => (
  <Link
    {...rest}
    className={cx(
      buttonShape({ variant, size, wide }),
      'active:scale-[0.98] hover:brightness-105',
      className,
    )}
  />
);

interface LinkIconProps extends LinkProps {
  /** Accessible name, also shown as a tooltip. */
  readonly label: string;
}

/** An icon link of 44 px with an accessible name. */
export function LinkIcon({ label, className, ...rest }: LinkIconProps) {
  return (
    <Link
      aria-label={label}
      title={label}
      {...rest}
      className={cx(
        'grid size-11 shrink-0 place-items-center rounded-full active:bg-raised [&_svg]:size-5.5',
        className,
      )}
    />
  );
}
