import type { ReplyOf } from '@karat/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { networkName } from '../../lib/networks.ts';
import { useMay } from '../../lib/rights.ts';
import { AskForApproval } from '../../ui/AskForApproval.tsx';
import { ChangeFields, changesOf } from '../../ui/ChangeFields.tsx';
import type { Values } from '../../ui/ChangeFields.tsx';
import { ExactNumber, actionsColumn } from '../../ui/columns.tsx';
import { Part } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { typed } from '../../ui/change.ts';
import { originOf } from './words.ts';

type Explorer = ReplyOf<'console/explorers'>[number];

const notLink = (value: string): string | undefined =>
  /^https:\/\/[^{}\s]+\{tx\}[^{}\s]*$/.test(value)
    ? undefined
    : 'An https address with {tx} in the place of the transaction';

const FIELDS = [
  typed('link', 'Link of a transaction', notLink, '{tx} stands for the transaction; empty for no link'),
] as const;

function ChangeExplorer({ explorer, close }: { explorer: Explorer; close: () => void }) {
  const before = { link: explorer.link };
  return (
    <AskForApproval<Values>
      title={`Change the block explorer of ${networkName(explorer.network)}`}
      hint={`Users open it from their withdrawals. Present version: ${originOf(explorer)}.`}
      initial={before}
      close={close}
      about={{ value_invalid: 'link' }}
      send={({ reason, ...values }) =>
        api.post('console/explorer_change', {
          network: explorer.network,
          version: explorer.version,
          link: String(changesOf(FIELDS, before, values)['link']),
          reason: String(reason),
        })
      }
    >
      <ChangeFields fields={FIELDS} before={before} />
    </AskForApproval>
  );
}

/** Where transactions of each network link to. */
export function Explorers() {
  const explorers = useCall('console/explorers', {});
  const [changing, setChanging] = useState<Explorer | null>(null);
  const may = useMay();
  return (
    <Part title="Block explorers">
      <Rows<Explorer>
        read={explorers}
        rows={explorers.data}
        rowKey="network"
        empty="No networks"
        columns={[
          { title: 'Network', render: (_, row) => networkName(row.network) },
          {
            title: 'Link of a transaction',
            render: (_, row) => (row.link === '' ? 'no link' : <ExactNumber>{row.link}</ExactNumber>),
          },
          actionsColumn(
            (row) =>
              may('console/explorer_change') && (
                <Button size="small" onClick={() => setChanging(row)}>
                  Change
                </Button>
              ),
          ),
        ]}
      />
      {changing && <ChangeExplorer explorer={changing} close={() => setChanging(null)} />}
    </Part>
  );
}
