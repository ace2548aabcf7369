import type { ReactNode } from 'react';

/** Lists under their headings side by side, on a wide screen, where a phone shows them in tabs. */
export const Columns = ({ lists }: { readonly lists: Readonly<Record<string, ReactNode>> }) => (
  <div className="grid grid-cols-2 items-start gap-6">
    {Object.entries(lists).map(([name, list]) => (
      <section key={name} aria-label={name}>
        <h2 className="mb-2 px-1 text-sm text-muted">{name}</h2>
        {list}
      </section>
    ))}
  </div>
);
