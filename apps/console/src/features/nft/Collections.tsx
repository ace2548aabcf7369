import { Button, Tag } from 'antd';
import { useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { useMay } from '../../lib/rights.ts';
import { AskForApproval } from '../../ui/AskForApproval.tsx';
import { actionsColumn, numberColumn, timeColumn } from '../../ui/columns.tsx';
import { Part } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { UserLink } from '../../ui/UserLink.tsx';
import { useFilter } from '../../ui/useFilter.ts';
import { PAGE, REFRESH_MS } from './words.ts';
import type { Collection } from './words.ts';

/** Hides a collection or shows it again. */
function Hide({ collection, close }: { collection: Collection; close: () => void }) {
  const { id, name, hidden } = collection;
  const label = hidden ? 'Show again' : 'Hide';
  return (
    <AskForApproval
      title={`${label}: ${name}`}
      hint="The works of the collection stay as they are."
      reason="Note for colleagues"
      button={label}
      said={hidden ? 'Shown again.' : 'Hidden.'}
      danger={!hidden}
      close={close}
      send={({ reason }) => api.post('console/nft_collection', { id, hidden: !hidden, note: reason })}
    />
  );
}

/** Collections, newest first. */
export function Collections() {
  const { page, turn } = useFilter(null);
  const [chosen, setChosen] = useState<Collection | null>(null);
  const collections = useCall('console/nft_collections', { page, limit: PAGE }, REFRESH_MS);
  const may = useMay();
  return (
    <Part title="Collections">
      <Rows<Collection>
        read={collections}
        rows={collections.data?.data}
        rowKey={(row) => String(row.id)}
        empty="No collection yet"
        paging={{ page, turn, size: PAGE, total: collections.data?.total ?? 0 }}
        columns={[
          { title: 'No.', dataIndex: 'id' },
          { title: 'Name', dataIndex: 'name' },
          { title: 'Artist', dataIndex: 'artist' },
          { title: 'UID', render: (_, row) => <UserLink uid={row.uid} /> },
          { title: 'Description', render: (_, row) => <div style={{ width: 260 }}>{row.description}</div> },
          numberColumn('Works', (row) => row.works),
          {
            title: 'State',
            render: (_, row) => (
              <Tag color={row.hidden ? 'gold' : 'green'}>{row.hidden ? 'hidden' : 'shown'}</Tag>
            ),
          },
          timeColumn('Created (UTC)', (row) => row.created_ms),
          ...(may('console/nft_collection')
            ? [
                actionsColumn<Collection>((row) => (
                  <Button size="small" danger={!row.hidden} onClick={() => setChosen(row)}>
                    {row.hidden ? 'Show again' : 'Hide'}
                  </Button>
                )),
              ]
            : []),
        ]}
      />
      {chosen && <Hide key={chosen.id} collection={chosen} close={() => setChosen(null)} />}
    </Part>
  );
}
