import type { ReactNode } from 'react';
import { focusFirstInvalid } from '../lib/server-errors.ts';
import { cx } from './cx.ts';

interface FormProps {
  readonly onSubmit: () => unknown;
  readonly children: ReactNode;
  readonly className?: string;
}

/** A form whose fields show their own errors; a rejected submit focuses the first invalid field. */
export function Form({ onSubmit, children, className = 'gap-5' }: FormProps) {
  return (
    <form
      noValidate
      className={cx('flex flex-col', className)}
      onSubmit={(event) => {
        event.preventDefault();
        // Events of a nested sheet's form or search field bubble here but belong to that sheet.
        const sheet = document.activeElement?.closest('dialog') ?? null;
        if (event.target !== event.currentTarget || (sheet && event.currentTarget.contains(sheet))) return;
        onSubmit();
        focusFirstInvalid(event.currentTarget.parentNode ?? document);
      }}
    >
      {children}
    </form>
  );
}
