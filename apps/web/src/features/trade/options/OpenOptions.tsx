import { useText } from '../../../lib/text.ts';
import { Empty, Loaded, List } from '../../../ui/index.ts';
import { remaining } from './own-options-store.ts';
import { useRunningTime } from './use-own-options.ts';
import type { useOpenOptions } from './use-own-options.ts';
import { OptionCard } from './OptionCard.tsx';
import { optionsText } from './text.ts';

/** The user's open options with countdowns. */
export function OpenOptions({ query }: { readonly query: ReturnType<typeof useOpenOptions> }) {
  const t = useText(optionsText);
  const now = useRunningTime((query.data?.length ?? 0) > 0);
  return (
    <Loaded query={query} empty={<Empty text={t('none_open')} next="options" className="py-8!" />}>
      {(rows) => (
        <List>
          {rows.map((row) => (
            <li key={row.order.id}>
              <OptionCard order={row.order} left={remaining(row, now)} />
            </li>
          ))}
        </List>
      )}
    </Loaded>
  );
}
