import { Button, Select, Space, Tag } from 'antd';
import { useState } from 'react';
import { useCall } from '../../lib/api.ts';
import { moment } from '../../lib/format.ts';
import { useMay } from '../../lib/rights.ts';
import { actionsColumn, timeColumn } from '../../ui/columns.tsx';
import { Page } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { useFilter } from '../../ui/useFilter.ts';
import { EditArticle } from './EditArticle.tsx';
import { History } from './History.tsx';
import { VersionPreview } from '../../ui/ArticlePreview.tsx';
import { Publish } from './Publish.tsx';
import { stateOf } from './words.ts';
import type { Article } from './words.ts';

const CATEGORIES = [
  { value: 4, label: 'News' },
  { value: 5, label: 'Banners' },
  { value: 18, label: 'Questions' },
  { value: 19, label: 'About' },
  { value: 23, label: 'Rebate rules' },
  { value: 32, label: 'Start notice' },
  { value: 33, label: 'Contact' },
  { value: 34, label: 'Compliance' },
] as const;
type Category = (typeof CATEGORIES)[number]['value'];
const PAGE = 20;

type Open =
  | { readonly as: 'edit'; readonly article: Article | null }
  | { readonly as: 'preview' | 'publish' | 'history'; readonly article: Article };

const READING = [
  ['preview', 'Preview'],
  ['history', 'History'],
] as const;
const ACTIONS = [['edit', 'Edit'], ...READING, ['publish', 'Publish']] as const;

/** What readers see now, until when, and what comes next. */
function State({ article }: { article: Article }) {
  const { text, colour } = stateOf(article);
  const { ends_ms: ends, next_ms: next } = article;
  return (
    <>
      <Tag color={colour}>{text}</Tag>
      {ends !== null && <div>until {moment(ends)}</div>}
      {next !== null && <div>next from {moment(next)}</div>}
    </>
  );
}

/** Articles and banners of a category, in nine languages. */
export function Articles() {
  const { value: category, choose, page, turn } = useFilter<Category>(4);
  const [open, setOpen] = useState<Open | null>(null);
  const articles = useCall('console/articles', { c_id: category, page, limit: PAGE });
  const mayEdit = useMay()('console/article_save');
  const close = (): void => setOpen(null);
  // As the list has it now, so that a dialog follows a decision.
  const current = (article: Article): Article =>
    articles.data?.data.find((row) => row.article_id === article.article_id) ?? article;
  return (
    <Page
      title="Articles"
      hint="Articles and banners. One operator saves a version, a second one approves its publication."
      actions={
        <Space>
          <Select
            aria-label="Category"
            style={{ width: 180 }}
            options={[...CATEGORIES]}
            value={category}
            onChange={choose}
          />
          {mayEdit && (
            <Button type="primary" onClick={() => setOpen({ as: 'edit', article: null })}>
              New
            </Button>
          )}
        </Space>
      }
    >
      <Rows<Article>
        read={articles}
        rows={articles.data?.data}
        rowKey={(row) => String(row.id)}
        empty="No articles here yet"
        paging={{ page, turn, size: PAGE, total: articles.data?.total ?? 0 }}
        columns={[
          { title: 'No.', dataIndex: 'article_id' },
          { title: 'Title', render: (_, row) => row.texts.en?.title },
          {
            title: 'State (UTC)',
            render: (_, row) => <State article={row} />,
          },
          { title: 'Version', dataIndex: 'number', align: 'right' },
          { title: 'Position', dataIndex: 'position', align: 'right' },
          timeColumn('Saved (UTC)', (row) => row.saved_ms),
          actionsColumn((row) => (
            <Space size={4}>
              {(mayEdit ? ACTIONS : READING).map(([as, label]) => (
                <Button key={as} size="small" onClick={() => setOpen({ as, article: row })}>
                  {label}
                </Button>
              ))}
            </Space>
          )),
        ]}
      />
      {open?.as === 'edit' && <EditArticle category={category} article={open.article} close={close} />}
      {open?.as === 'preview' && <VersionPreview version={open.article.id} close={close} />}
      {open?.as === 'publish' && <Publish article={open.article} close={close} />}
      {open?.as === 'history' && <History article={current(open.article)} close={close} />}
    </Page>
  );
}
