import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Drawer, Flex, Skeleton, Tag, Timeline } from 'antd';
import { api } from '../../lib/api.ts';
import { moment } from '../../lib/format.ts';
import { numberColumn } from '../../ui/columns.tsx';
import { Facts } from '../../ui/Facts.tsx';
import type { Fact } from '../../ui/Facts.tsx';
import { Failure, Part } from '../../ui/Page.tsx';
import { CAME_ALONG, Rows } from '../../ui/Rows.tsx';
import { UserLink } from '../../ui/UserLink.tsx';
import { CaseActions } from './CaseActions.tsx';
import { Hits } from './Hits.tsx';
import { EVENTS, KINDS, LINKS, OUTCOMES, SEVERITIES, SEVERITY_COLOURS, STATUSES } from '../../lib/cases.ts';
import type { CaseDetail } from '../../lib/cases.ts';

type Match = CaseDetail['matches'][number];

const factsOf = (row: CaseDetail): readonly Fact[] => [
  ['Kind', KINDS[row.kind]],
  ['User', <UserLink key="user" uid={row.uid} />],
  [
    'Severity',
    <Tag key="severity" color={SEVERITY_COLOURS[row.severity]}>
      {SEVERITIES[row.severity]}
    </Tag>,
  ],
  [
    'Status',
    row.closing ? `${STATUSES[row.status]}, a second operator decides about closing` : STATUSES[row.status],
  ],
  ['Assignee', row.assignee ?? 'nobody'],
  ['Opened', `${moment(row.opened_ms)} UTC by ${row.opened_by}`],
  [
    'Records',
    row.links.length === 0 ? (
      'none'
    ) : (
      <Flex key="links" gap={8} wrap>
        {row.links.map(({ kind, reference }) => (
          <Tag key={`${kind}/${reference}`}>
            {LINKS[kind]} {reference}
          </Tag>
        ))}
      </Flex>
    ),
  ],
  ...(row.outcome === null
    ? []
    : ([
        ['Outcome', OUTCOMES[row.outcome]],
        ['Reason', row.reason],
        ['Closed', `${moment(row.closed_ms)} UTC by ${row.closed_by ?? ''}`],
      ] as const)),
];

function Matches({ matches }: { matches: readonly Match[] }) {
  return (
    <Part title="Matches">
      <Rows<Match>
        read={CAME_ALONG}
        rows={matches}
        rowKey={(row) => `${row.list}/${row.entry}/${row.name}`}
        empty="No match"
        columns={[
          { title: 'Name of the user', dataIndex: 'name' },
          { title: 'Name on the list', dataIndex: 'listed_name' },
          { title: 'Entry', dataIndex: 'entry' },
          numberColumn(
            'Score',
            (row) => row.score,
            () => '%',
          ),
          { title: 'Known besides', render: (_, row) => row.note || '–' },
        ]}
      />
    </Part>
  );
}

/** A case with its history. Read once for each change: each read is written to the audit log. */
export function CaseDrawer({ id, close }: { id: number; close: () => void }) {
  const queries = useQueryClient();
  const key = ['console/case', id];
  const read = useQuery({
    queryKey: key,
    queryFn: () => api.get('console/case', { id }),
    staleTime: Infinity,
    gcTime: 0,
    meta: { once: true },
  });
  const row = read.data;
  return (
    <Drawer open title={`Case ${id}`} size={760} onClose={close}>
      <Failure error={read.error} retry={() => void read.refetch()} />
      {read.isLoading && <Skeleton active />}
      {row && (
        <>
          <Facts label="Case" facts={factsOf(row)} />
          {row.kind === 'sanction_match' && <Matches matches={row.matches} />}
          {row.hits.length > 0 && <Hits hits={row.hits} />}
          {row.status !== 'closed' && (
            <CaseActions row={row} changed={() => void queries.invalidateQueries({ queryKey: key })} />
          )}
          <Part title="History">
            <Timeline
              items={row.events.map(({ id: event, kind, by, text, created_ms }) => ({
                key: event,
                content: (
                  <>
                    {moment(created_ms)} UTC · {by} · {EVENTS[kind]}
                    <div style={{ whiteSpace: 'pre-wrap' }}>{text}</div>
                  </>
                ),
              }))}
            />
          </Part>
        </>
      )}
    </Drawer>
  );
}
