import type { ReactNode } from 'react';
import { focusFirstInvalid } from '../lib/server-errors.ts';
import { cx } from './cx.ts';

interface FormProps {
  readonly onSubmit: () => unknown;
  readonly children: ReactNode;
  readonly className?: string;
}

/** A form whose fields tell themselves what is wrong; after a try that was refused here, the first of them is entered. */
export function Form({ onSubmit, children, className = 'gap-5' }: FormProps) {
  return (
    <form
      noValidate
      className={cx('flex flex-col', className)}
      onSubmit={(event) => {
        event.preventDefault();
        // A form in a sheet of this one, and Enter in a sheet's search field, are about that sheet.
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
