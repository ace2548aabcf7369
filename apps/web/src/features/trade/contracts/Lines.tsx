import type { ReactNode } from 'react';

/** A name and its value in one line. */
export const Line = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className="flex justify-between gap-2">
    <dt className="text-muted">{name}</dt>
    <dd className="text-end">{children}</dd>
  </div>
);

/** A value with its name above. */
export const Figure = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="truncate text-xs text-muted">{name}</dt>
    <dd className="text-sm">{children}</dd>
  </div>
);
