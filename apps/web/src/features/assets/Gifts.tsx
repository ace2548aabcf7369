import { useState } from 'react';
import { useParam } from '../../lib/params.ts';
import { useText } from '../../lib/text.ts';
import { Page, Tabs } from '../../ui/index.ts';
import { ClaimGift } from './ClaimGift.tsx';
import { CreateGift } from './CreateGift.tsx';
import { assetsText } from './text.ts';

/** Gift codes: creates them, or claims one (`?code=`). */
export default function Gifts() {
  const t = useText(assetsText);
  const hasCode = useParam('code') !== undefined;
  const [view, setView] = useState<'create' | 'claim'>(hasCode ? 'claim' : 'create');
  return (
    <Page title={t('gifts')} back="/pages/fund/assets">
      <Tabs
        label={t('gifts')}
        variant="block"
        className="mb-5 wide:w-96"
        items={[
          { id: 'create', label: t('gift_create') },
          { id: 'claim', label: t('gift_claim') },
        ]}
        value={view}
        onChange={setView}
      />
      {view === 'create' ? <CreateGift /> : <ClaimGift />}
    </Page>
  );
}
