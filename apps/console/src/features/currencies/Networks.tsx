import type { ReplyOf } from '@karat/contract';
import { Button, Flex, Tag } from 'antd';
import { useState } from 'react';
import { useCall } from '../../lib/api.ts';
import { useMay } from '../../lib/rights.ts';
import { ShortNumber, actionsColumn, numberColumn } from '../../ui/columns.tsx';
import { Part } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { StopButton } from '../../ui/StopButton.tsx';
import { AddMethod, ChangeMethod } from './ChangeMethod.tsx';
import type { Method } from './ChangeMethod.tsx';
import { AddRoute, ChangeRoute } from './ChangeRoute.tsx';
import type { Route } from './ChangeRoute.tsx';
import { Explorers } from './Explorers.tsx';
import { STOPS } from './words.ts';

const REFRESH_MS = 5_000;
const START = { stop: 'Stop', resume: 'Start' };

type Signer = ReplyOf<'console/withdrawal_routes'>[number]['signer'];

/** What the signer's own policy says, and what to do about it. */
const SIGNER: Readonly<Record<Signer, { readonly text: string; readonly colour: string }>> = {
  agrees: { text: 'agrees', colour: 'green' },
  differs: { text: 'another contract', colour: 'red' },
  no_cap: { text: 'no cap', colour: 'red' },
  no_contract: { text: 'no contract', colour: 'red' },
  unknown: { text: 'not compared', colour: 'default' },
  not_needed: { text: 'not needed', colour: 'default' },
};

function State({ of }: { of: Pick<Method, 'stopped' | 'stopped_here' | 'connected'> }) {
  const { connected } = of;
  if (of.stopped_here) return <Tag color="red">stopped</Tag>;
  if (of.stopped) return <Tag color="red">stopped everywhere</Tag>;
  return <Tag color={connected ? 'green' : 'default'}>{connected ? 'on' : 'not connected'}</Tag>;
}

/** The column that changes a way of a currency, or stops and starts it. */
const changeAndStop = <Row extends { code: string; network: string; stopped_here: boolean }>(
  use: 'deposit' | 'withdrawal',
  nameOf: (row: Row) => string,
  change: ((row: Row) => void) | undefined,
) =>
  actionsColumn<Row>((row) => (
    <Flex gap={8} justify="end">
      {change && (
        <Button size="small" onClick={() => change(row)}>
          Change
        </Button>
      )}
      <StopButton
        target="currency"
        subject={`${row.code}/${use}/${row.network}`}
        name={nameOf(row)}
        runs={!row.stopped_here}
        hint={`${STOPS[use]} Starting again takes two operators.`}
        words={START}
      />
    </Flex>
  ));

function DepositMethods() {
  const methods = useCall('console/deposit_methods', {}, REFRESH_MS);
  const [changing, setChanging] = useState<Method | null>(null);
  const may = useMay();
  const mayChange = may('console/deposit_method_change');
  return (
    <Part title="Deposits" extra={mayChange && <AddMethod methods={methods.data ?? []} />}>
      <Rows<Method>
        read={methods}
        rows={methods.data}
        rowKey={(row) => `${row.code} ${row.network}`}
        empty="No deposits: no account key is configured"
        columns={[
          { title: 'Currency', fixed: 'left', render: (_, row) => <strong>{row.code}</strong> },
          { title: 'Network', dataIndex: 'network_name' },
          { title: 'State', render: (_, row) => <State of={row} /> },
          numberColumn(
            'Minimum',
            (row) => row.minimum,
            (row) => row.code,
          ),
          numberColumn('Confirmations', (row) => row.confirmations),
          {
            title: 'Token contract',
            render: (_, row) => <ShortNumber text={row.contract ?? ''} width={150} />,
          },
          numberColumn('Token decimals', (row) => row.token_decimals),
          changeAndStop<Method>(
            'deposit',
            (row) => `deposits of ${row.code} on ${row.network_name}`,
            mayChange ? setChanging : undefined,
          ),
        ]}
      />
      {changing && <ChangeMethod method={changing} close={() => setChanging(null)} />}
    </Part>
  );
}

function WithdrawalRoutes() {
  const routes = useCall('console/withdrawal_routes', {}, REFRESH_MS);
  const [changing, setChanging] = useState<Route | null>(null);
  const may = useMay();
  const mayChange = may('console/withdrawal_route_change');
  return (
    <Part title="Withdrawals" extra={mayChange && <AddRoute routes={routes.data ?? []} />}>
      <Rows<Route>
        read={routes}
        rows={routes.data}
        rowKey={(row) => `${row.type} ${row.code} ${row.network}`}
        empty="No withdrawals"
        columns={[
          { title: 'Currency', fixed: 'left', render: (_, row) => <strong>{row.code}</strong> },
          { title: 'Over', dataIndex: 'title' },
          { title: 'State', render: (_, row) => <State of={row} /> },
          numberColumn(
            'Fee',
            (row) => row.fee,
            (row) => row.code,
          ),
          numberColumn(
            'Minimum',
            (row) => row.minimum,
            (row) => row.code,
          ),
          {
            title: 'Signer',
            render: (_, { signer }) => <Tag color={SIGNER[signer].colour}>{SIGNER[signer].text}</Tag>,
          },
          changeAndStop<Route>(
            'withdrawal',
            (row) => `withdrawals of ${row.code} over ${row.title}`,
            mayChange ? setChanging : undefined,
          ),
        ]}
      />
      {changing && <ChangeRoute route={changing} close={() => setChanging(null)} />}
    </Part>
  );
}

/** How currencies come in and go out: terms of each network, and whether the signer agrees. */
export const Networks = () => (
  <>
    <DepositMethods />
    <WithdrawalRoutes />
    <Explorers />
  </>
);
