import { useState } from 'react';
import type { ReactNode } from 'react';
import { useWide } from '../lib/wide.ts';
import { Tabs } from './Tabs.tsx';

interface ListTabsProps<Id extends string> {
  /** Accessible name of the choice. */
  readonly label: string;
  readonly lists: readonly { readonly id: Id; readonly label: string; readonly list: ReactNode }[];
  /** The list that a phone shows first. */
  readonly first: Id;
}

/** Two lists: in tabs on a phone, side by side under their headings on a wide screen. */
export function ListTabs<Id extends string>({ label, lists, first }: ListTabsProps<Id>) {
  const [shown, show] = useState(first);
  const wide = useWide();
  if (wide)
    return (
      <div className="grid grid-cols-2 items-start gap-6">
        {lists.map((each) => (
          <section key={each.id} aria-label={each.label}>
            <h2 className="mb-2 px-1 text-sm text-muted">{each.label}</h2>
            {each.list}
          </section>
        ))}
      </div>
    );
  return (
    <>
      <Tabs variant="block" className="mb-4" label={label} items={lists} value={shown} onChange={show} />
      {lists.find(({ id }) => id === shown)?.list}
    </>
  );
}
