import { POSITION_STATUS } from '@karat/contract';
import { Share2 } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import { useText } from '../../../lib/text.ts';
import { Empty, IconButton, LoadedPages, Page, ReceiptLink, Tabs, List } from '../../../ui/index.ts';
import { useEnded } from './history.ts';
import { usePositionsChannel } from './use-positions.ts';
import type { Position } from './use-positions.ts';
import { EndedCard } from './OrderCards.tsx';
import { contractText } from './text.ts';

const ShareSheet = lazy(() => import('./ShareSheet.tsx'));
const STATUS = { closed: POSITION_STATUS.closed, cancelled: POSITION_STATUS.cancelled } as const;
type Tab = keyof typeof STATUS;

function Ended({
  status,
  onShare,
}: {
  readonly status: number;
  readonly onShare: (position: Position) => void;
}) {
  const t = useText(contractText);
  const pages = useEnded(status);
  return (
    <LoadedPages
      query={pages}
      empty={
        <Empty
          text={t(status === POSITION_STATUS.cancelled ? 'no_cancelled' : 'no_history')}
          next="futures"
        />
      }
    >
      {(rows) => (
        <List>
          {rows.map((position) => (
            <li key={position.id}>
              <EndedCard position={position}>
                {position.status === POSITION_STATUS.closed && (
                  <IconButton label={t('share')} onClick={() => onShare(position)}>
                    <Share2 />
                  </IconButton>
                )}
                {position.receipt !== null && (
                  <ReceiptLink kind="contract" subject={String(position.id)} variant="small" />
                )}
              </EndedCard>
            </li>
          ))}
        </List>
      )}
    </LoadedPages>
  );
}

/** Closed contracts with their results. */
export default function ContractOrders() {
  const t = useText(contractText);
  const [tab, setTab] = useState<Tab>('closed');
  const [shared, setShared] = useState<Position | null>(null);
  usePositionsChannel();
  return (
    <Page title={t('history')} back="/pages/transaction/contract">
      <Tabs
        label={t('history')}
        items={[
          { id: 'closed', label: t('closed') },
          { id: 'cancelled', label: t('tab_cancelled') },
        ]}
        value={tab}
        onChange={setTab}
      />
      <Ended key={tab} status={STATUS[tab]} onShare={setShared} />
      {shared && (
        <Suspense>
          <ShareSheet position={shared} index={undefined} onClose={() => setShared(null)} />
        </Suspense>
      )}
    </Page>
  );
}
