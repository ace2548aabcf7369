import { OPTION_STATUS } from '@karat/contract';
import { useState } from 'react';
import { usePages } from '../../../lib/query.ts';
import { useText } from '../../../lib/text.ts';
import { Empty, LoadedPages, Page, Tabs, List } from '../../../ui/index.ts';
import type { Option } from './own-options-store.ts';
import { useOpenOptions, useOptionsChannel } from './use-own-options.ts';
import { OpenOptions } from './OpenOptions.tsx';
import { OptionCard } from './OptionCard.tsx';
import { ResultSheet } from './ResultSheet.tsx';
import { optionsText } from './text.ts';

const VIEWS = ['open_options', 'history'] as const;
type View = (typeof VIEWS)[number];

const Open = () => <OpenOptions query={useOpenOptions()} />;

function Settled({ onChoose }: { readonly onChoose: (order: Option) => void }) {
  const t = useText(optionsText);
  const pages = usePages('get', 'microtrade/lists', { status: OPTION_STATUS.closed, limit: 10 });
  return (
    <LoadedPages query={pages} empty={<Empty text={t('none_history')} next="options" />}>
      {(rows) => (
        <List>
          {rows.map((order) => (
            <li key={order.id}>
              <button
                type="button"
                onClick={() => onChoose(order)}
                className="w-full text-start active:bg-raised"
              >
                <OptionCard order={order} />
              </button>
            </li>
          ))}
        </List>
      )}
    </LoadedPages>
  );
}

/** The user's options; a settled one opens its result. */
export default function History() {
  const t = useText(optionsText);
  const [view, setView] = useState<View>('history');
  const [chosen, setChosen] = useState<Option | null>(null);
  useOptionsChannel();
  return (
    <Page title={t('options')} back="/pages/transaction/index2">
      <Tabs
        label={t('options')}
        items={VIEWS.map((id) => ({ id, label: t(id) }))}
        value={view}
        onChange={setView}
      />
      {view === 'open_options' ? <Open /> : <Settled onChoose={setChosen} />}
      <ResultSheet order={chosen} onClose={() => setChosen(null)} />
    </Page>
  );
}
