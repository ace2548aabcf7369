import type { ReplyOf } from '@karat/contract';
import { Button, Flex, Modal, Tag } from 'antd';
import { useState } from 'react';
import { useCall } from '../../lib/api.ts';
import { useMay } from '../../lib/rights.ts';
import { actionsColumn, numberColumn, timeColumn } from '../../ui/columns.tsx';
import { Part } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { useFilter } from '../../ui/useFilter.ts';
import { bookIncome, cancelProject, changeTimes, listProject, payDividend, planMarket } from './changes.ts';
import type { Change } from '../../ui/change.ts';
import type { Project } from './changes.ts';

type Ask = (change: Change) => void;
type Sums = ReplyOf<'console/project_allotment'>['sums'][number];
type Account = ReplyOf<'console/projects'>['accounts'][number];

const PAGE = 10;
const REFRESH_MS = 5_000;
const COLOURS = {
  warmup: 'blue',
  open: 'green',
  ended: 'gold',
  listed: 'default',
  cancelled: 'red',
} as const;
const LABELS = {
  warmup: 'warm-up',
  open: 'in progress',
  ended: 'ended',
  listed: 'listed',
  cancelled: 'withdrawn',
} as const;

/** What operators may ask for a project in its present state. */
function Actions({ project, ask, preview }: { project: Project; ask: Ask; preview: () => void }) {
  const may = useMay();
  const { status } = project;
  const isBeforeEnd = status === 'warmup' || status === 'open';
  const isSettled = status === 'ended' && project.open_orders === 0;
  return (
    <Flex gap={4} justify="end">
      <Button size="small" onClick={preview}>
        Allotment
      </Button>
      {may('console/project_times') && status !== 'listed' && status !== 'cancelled' && (
        <Button size="small" onClick={() => ask(changeTimes(project))}>
          Times
        </Button>
      )}
      {may('console/project_market') && status !== 'listed' && status !== 'cancelled' && (
        <Button size="small" onClick={() => ask(planMarket(project))}>
          Market
        </Button>
      )}
      {may('console/project_listing') && isSettled && (
        <Button size="small" onClick={() => ask(listProject(project))}>
          List
        </Button>
      )}
      {may('console/project_cancel') && isBeforeEnd && (
        <Button size="small" danger onClick={() => ask(cancelProject(project))}>
          Withdraw
        </Button>
      )}
      {may('console/dividend') && project.kind === 'fund' && (
        <Button size="small" onClick={() => ask(bookIncome(project))}>
          Income
        </Button>
      )}
      {may('console/dividend') && project.kind === 'fund' && status === 'listed' && (
        <Button size="small" onClick={() => ask(payDividend(project, Date.now()))}>
          Dividend
        </Button>
      )}
    </Flex>
  );
}

/** What the settlement would do if the subscription ended now, or has done. */
function AllotmentPreview({ project, close }: { project: Project; close: () => void }) {
  const allotment = useCall('console/project_allotment', { id: project.id });
  const token = () => project.currency_name;
  const paying = (row: Sums) => row.currency_name;
  return (
    <Modal open title={`Allotment of ${project.currency_name}`} footer={null} onCancel={close} width={900}>
      <Rows<Sums>
        read={allotment}
        rows={allotment.data?.sums}
        rowKey="currency_name"
        empty="No paying currency"
        columns={[
          { title: 'Paid in', dataIndex: 'currency_name' },
          numberColumn('Applications', (row) => row.orders),
          numberColumn('Applied for', (row) => row.applied, token),
          numberColumn('Allotted', (row) => row.tokens, token),
          numberColumn('Held', (row) => row.held, paying),
          numberColumn('Charged', (row) => row.paid, paying),
          numberColumn('Refunded', (row) => row.refund, paying),
        ]}
      />
    </Modal>
  );
}

/** House accounts of sales and of dividends. */
function Accounts({
  read,
  rows,
}: {
  read: Parameters<typeof Rows<Account>>[0]['read'];
  rows: readonly Account[] | undefined;
}) {
  return (
    <Part title="House accounts">
      <Rows<Account>
        read={read}
        rows={rows}
        rowKey={(row) => `${row.account} ${row.currency_name}`}
        empty="No funds yet"
        columns={[
          { title: 'Account', dataIndex: 'account' },
          { title: 'Currency', dataIndex: 'currency_name' },
          numberColumn('Available', (row) => row.available),
          numberColumn('Set aside', (row) => row.held),
        ]}
      />
    </Part>
  );
}

/** All projects, newest first, with what can be asked for them. */
export function Projects({ ask }: { ask: Ask }) {
  const { page, turn } = useFilter(null);
  const [shown, setShown] = useState<Project | null>(null);
  const projects = useCall('console/projects', { page, limit: PAGE }, REFRESH_MS);
  return (
    <>
      <Part title="Projects">
        <Rows<Project>
          read={projects}
          rows={projects.data?.data}
          rowKey="id"
          empty="No project yet"
          paging={{ page, turn, size: PAGE, total: projects.data?.total ?? 0 }}
          columns={[
            { title: 'Token', dataIndex: 'currency_name' },
            { title: 'Title', dataIndex: 'title' },
            { title: 'Kind', dataIndex: 'kind' },
            {
              title: 'State',
              render: (_, row) => <Tag color={COLOURS[row.status]}>{LABELS[row.status]}</Tag>,
            },
            numberColumn('Price', (row) => row.price),
            numberColumn('For sale', (row) => row.supply),
            numberColumn('Applied for', (row) => row.applied),
            numberColumn(
              'Subscribed',
              (row) => row.percentage,
              () => '%',
            ),
            numberColumn('Applications', (row) => row.orders),
            numberColumn('To settle', (row) => row.open_orders),
            numberColumn('Locked users', (row) => row.locked_users),
            timeColumn('Start', (row) => row.start_ms),
            timeColumn('End', (row) => row.end_ms),
            timeColumn('Listing', (row) => row.listed_ms ?? row.listing_ms),
            { title: 'Market', render: (_, row) => row.market?.symbol ?? '–' },
            actionsColumn<Project>((row) => (
              <Actions project={row} ask={ask} preview={() => setShown(row)} />
            )),
          ]}
        />
      </Part>
      <Accounts read={projects} rows={projects.data?.accounts} />
      {shown && <AllotmentPreview project={shown} close={() => setShown(null)} />}
    </>
  );
}
