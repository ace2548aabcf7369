import { useState } from 'react';
import { useParam } from '../../lib/params.ts';
import { useText } from '../../lib/text.ts';
import { Page, Tabs } from '../../ui/index.ts';
import { Convert } from './Convert.tsx';
import { Send } from './Send.tsx';
import { assetsText } from './text.ts';

/** Converts coins, or sends them to another user (`?view=send`). */
export default function FundTransfer() {
  const t = useText(assetsText);
  const [view, setView] = useState<'convert' | 'send'>(useParam('view') === 'send' ? 'send' : 'convert');
  return (
    <Page title={t(view)} back="/pages/fund/assets">
      <Tabs
        label={t('convert')}
        variant="block"
        className="mb-5 wide:w-96"
        items={[
          { id: 'convert', label: t('convert') },
          { id: 'send', label: t('send') },
        ]}
        value={view}
        onChange={setView}
      />
      {view === 'convert' ? <Convert /> : <Send />}
    </Page>
  );
}
