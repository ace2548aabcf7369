import type { ReplyOf } from '@karat/contract';
import { Button, Drawer, Space } from 'antd';
import { useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { moment } from '../../lib/format.ts';
import { useMay } from '../../lib/rights.ts';
import { AskForApproval } from '../../ui/AskForApproval.tsx';
import { actionsColumn, timeColumn } from '../../ui/columns.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { VersionPreview } from '../../ui/ArticlePreview.tsx';
import type { Article } from './words.ts';

type Version = ReplyOf<'console/article_versions'>['data'][number];
const PAGE = 20;

/** Texts such as "2026-12-24 08:00:00 – 2026-12-31 08:00:00, asked by support, approved by risk". */
const shownText = (publication: Version['publications'][number]): string => {
  const { starts_ms: starts, until_ms: until, cancelled_ms: cancelled } = publication;
  const { requested_by: requester, decided_by: decider } = publication;
  return [
    until === null ? `from ${moment(starts)} on` : `${moment(starts)} – ${moment(until)}`,
    ...(cancelled === null ? [] : ['withdrawn before it began']),
    ...(requester === null ? [] : [`requested by ${requester}`]),
    ...(decider === null ? [] : [`approved by ${decider}`]),
  ].join(', ');
};

function Withdraw({ article, close }: { article: Article; close: () => void }) {
  return (
    <AskForApproval
      title={`Withdraw article ${article.article_id}`}
      hint="It disappears from the app at once, and scheduled versions are cancelled. Publishing it again takes two operators."
      button="Withdraw"
      said="Withdrawn."
      danger
      close={close}
      send={({ reason }) => api.post('console/article_withdraw', { id: article.article_id, reason })}
    />
  );
}

/** The versions of an article and when each was shown. */
export function History({ article, close }: { article: Article; close: () => void }) {
  const [page, turn] = useState(1);
  const [seen, see] = useState<number | null>(null);
  const [withdraws, ask] = useState(false);
  const versions = useCall('console/article_versions', { id: article.article_id, page, limit: PAGE });
  const isLive = article.shown !== null || article.next_ms !== null;
  const mayWithdraw = useMay()('console/article_withdraw') && isLive;
  return (
    <Drawer
      open
      size={860}
      title={`History of article ${article.article_id}`}
      onClose={close}
      extra={
        mayWithdraw && (
          <Button danger onClick={() => ask(true)}>
            Withdraw
          </Button>
        )
      }
    >
      <Rows<Version>
        read={versions}
        rows={versions.data?.data}
        rowKey={(row) => String(row.id)}
        empty="No versions yet"
        paging={{ page, turn, size: PAGE, total: versions.data?.total ?? 0 }}
        columns={[
          { title: 'Version', dataIndex: 'number', align: 'right' },
          { title: 'Saved by', render: (_, row) => row.saved_by ?? 'Karat' },
          timeColumn('Saved (UTC)', (row) => row.saved_ms),
          {
            title: 'Shown (UTC)',
            render: (_, row) =>
              row.publications.length === 0 ? (
                'never'
              ) : (
                <Space orientation="vertical" size={0}>
                  {row.publications.map((publication) => (
                    <span key={publication.starts_ms}>{shownText(publication)}</span>
                  ))}
                </Space>
              ),
          },
          actionsColumn((row) => (
            <Button size="small" onClick={() => see(row.id)}>
              Preview
            </Button>
          )),
        ]}
      />
      {seen !== null && <VersionPreview version={seen} close={() => see(null)} />}
      {withdraws && <Withdraw article={article} close={() => ask(false)} />}
    </Drawer>
  );
}
