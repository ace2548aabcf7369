import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

export type ButtonVariant = 'gold' | 'plain' | 'quiet' | 'up' | 'down' | 'danger';

const VARIANTS: Readonly<Record<ButtonVariant, string>> = {
  gold: 'bg-gold text-on-gold',
  plain: 'bg-raised text-ink',
  quiet: 'text-gold-ink',
  up: 'bg-up text-on-up',
  down: 'bg-down text-on-down',
  danger: 'bg-bad-soft text-bad-ink',
};

const SIZES = {
  lg: 'min-h-12 px-5 py-1.5 text-lg rounded-md',
  md: 'min-h-11 px-4 text-base rounded-md',
  sm: 'min-h-11 px-3 text-sm rounded-sm',
} as const;

export interface ButtonProps extends ComponentProps<'button'>, ButtonShape {
  /** Pending: shows a spinner and ignores taps. */
  readonly busy?: boolean;
}

export interface ButtonShape {
  readonly variant?: ButtonVariant | undefined;
  readonly size?: keyof typeof SIZES | undefined;
  readonly wide?: boolean | undefined;
}

/** Shared styles of buttons and of links that look like one. */
export const buttonShape = ({ variant = 'gold', size = 'md', wide = false }: ButtonShape): string =>
  cx(
    'relative inline-flex items-center justify-center gap-2 text-center font-semibold transition-[filter,transform,opacity] duration-150',
    SIZES[size],
    VARIANTS[variant],
    // Wide buttons share a row; the others keep their size in it.
    wide ? 'w-full min-w-0' : 'shrink-0',
  );

export const Spinner = ({ className }: { readonly className?: string }) => (
  <svg
    viewBox="0 0 20 20"
    className={cx('size-5 animate-[spin_.8s_linear_infinite]', className)}
    aria-hidden="true"
  >
    <circle
      cx="10"
      cy="10"
      r="8"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeDasharray="34 16"
      strokeLinecap="round"
    />
  </svg>
);

export function Button({
  variant,
  size,
  wide,
  busy = false,
  className,
  children,
  disabled,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled}
      // A disabled button loses the focus, and a keyboard user the place: pending, it ignores presses instead.
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={cx(
        buttonShape({ variant, size, wide }),
        'enabled:active:scale-[0.98] enabled:hover:brightness-105 disabled:opacity-45 aria-busy:cursor-default aria-busy:opacity-45',
        className,
      )}
    >
      <span className={cx('inline-flex items-center gap-2', busy && 'invisible')}>{children}</span>
      {busy && <Spinner className="absolute" />}
    </button>
  );
}

export interface IconButtonProps extends ComponentProps<'button'> {
  /** Accessible name, also shown as a tooltip. */
  readonly label: string;
  readonly children: ReactNode;
}

/** An icon button of 44 px with an accessible name. */
export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={cx(
        'grid size-11 shrink-0 place-items-center rounded-full text-ink enabled:active:bg-raised disabled:opacity-45 [&_svg]:size-5.5',
        className,
      )}
    >
      {children}
    </button>
  );
}
