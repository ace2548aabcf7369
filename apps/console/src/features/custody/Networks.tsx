import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { NetworkId, ReplyOf } from '@karat/contract';
import { Alert, App, Button, Flex, Tag } from 'antd';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { useMay } from '../../lib/rights.ts';
import { AskForApproval } from '../../ui/AskForApproval.tsx';
import { actionsColumn, numberColumn, timeColumn } from '../../ui/columns.tsx';
import { Failure } from '../../ui/Page.tsx';
import { CAME_ALONG, Rows } from '../../ui/Rows.tsx';
import { StopButton } from '../../ui/StopButton.tsx';

type Network = ReplyOf<'console/custody'>['networks'][number];

/** Compares books and chain of a network now, and shows the result. */
function useCompare() {
  const queries = useQueryClient();
  const { message } = App.useApp();
  return useMutation({
    mutationFn: (network: NetworkId) => api.post('console/custody_check', { network }),
    onSuccess: async ({ matches }) => {
      void message.info(
        matches === null ? 'The chain moved on meanwhile: try again' : matches ? 'They agree' : 'They differ',
      );
      await queries.invalidateQueries({ queryKey: ['console/custody'] });
    },
  });
}

function Node({ network: { connected, failure } }: { network: Network }) {
  if (!connected) return <Tag>not connected</Tag>;
  return failure === null ? <Tag color="green">answers</Tag> : <Tag color="red">{failure}</Tag>;
}

/** Networks with differences, above all others, with their resolution. */
function Halts({
  networks,
  lift,
}: {
  networks: readonly Network[];
  lift: ((network: Network) => void) | undefined;
}) {
  return networks
    .filter(({ halted }) => halted)
    .map((network) => (
      <Alert
        key={network.network}
        type="error"
        showIcon
        style={{ marginBottom: 12 }}
        title={`Payouts on ${network.network_name} are halted`}
        description={network.halted_reason}
        action={lift && <Button onClick={() => lift(network)}>Ask to lift</Button>}
      />
    ));
}

/** Networks and their nodes, with an immediate comparison. */
export function Networks({ networks }: { networks: readonly Network[] }) {
  const [lifting, setLifting] = useState<Network | null>(null);
  const compare = useCompare();
  const may = useMay();
  return (
    <>
      <Halts networks={networks} lift={may('console/resume') ? setLifting : undefined} />
      <Failure error={compare.error} />
      <Rows<Network>
        read={CAME_ALONG}
        rows={networks}
        rowKey="network"
        empty="No networks"
        columns={[
          { title: 'Network', dataIndex: 'network_name' },
          { title: 'Node', render: (_, row) => <Node network={row} /> },
          numberColumn('Height', (row) => row.height),
          numberColumn('Read up to', (row) => row.scanned),
          timeColumn('Last answer (UTC)', (row) => row.seen_ms),
          {
            title: 'Payouts',
            render: (_, row) => (
              <Tag color={row.halted ? 'red' : 'green'}>{row.halted ? 'halted' : 'open'}</Tag>
            ),
          },
          actionsColumn((row) => (
            <Flex gap={8} justify="end">
              {!row.halted && (
                <StopButton
                  target="custody"
                  subject={row.network}
                  name={`payouts on ${row.network_name}`}
                  runs
                />
              )}
              {row.connected && may('console/custody_check') && (
                <Button
                  size="small"
                  loading={compare.isPending && compare.variables === row.network}
                  onClick={() => compare.mutate(row.network)}
                >
                  Compare now
                </Button>
              )}
            </Flex>
          )),
        ]}
      />
      {lifting && (
        <AskForApproval
          title={`Lift the halt of ${lifting.network_name}`}
          hint={lifting.halted_reason ?? ''}
          reason="What the difference was"
          close={() => setLifting(null)}
          send={({ reason }) =>
            api.post('console/resume', { target: 'custody', subject: lifting.network, reason })
          }
        />
      )}
    </>
  );
}
