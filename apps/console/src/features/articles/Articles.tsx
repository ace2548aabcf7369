import { Button, Select, Space, Tag } from 'antd';
import { useState } from 'react';
import { useCall } from '../../lib/api.ts';
import { useMay } from '../../lib/rights.ts';
import { actionsColumn, timeColumn } from '../../ui/columns.tsx';
import { Page } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { useFilter } from '../../ui/useFilter.ts';
import { EditArticle } from './EditArticle.tsx';
import type { Article } from './EditArticle.tsx';

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

/** Articles and banners of a category, in nine languages. */
export function Articles() {
  const { value: category, choose, page, turn } = useFilter<Category>(4);
  const [editing, setEditing] = useState<Article | 'new' | null>(null);
  const articles = useCall('console/articles', { c_id: category, page, limit: PAGE });
  const mayEdit = useMay()('console/article_save');
  return (
    <Page
      title="Articles"
      hint="And banners. Publishing needs a title in every language."
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
            <Button type="primary" onClick={() => setEditing('new')}>
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
        empty="Nothing has been written here"
        paging={{ page, turn, size: PAGE, total: articles.data?.total ?? 0 }}
        columns={[
          { title: 'No.', dataIndex: 'id' },
          { title: 'Title', render: (_, row) => row.texts.en?.title },
          {
            title: 'State',
            render: (_, row) => (
              <Tag color={row.published ? 'green' : 'default'}>{row.published ? 'published' : 'draft'}</Tag>
            ),
          },
          { title: 'Position', dataIndex: 'position', align: 'right' },
          { title: 'Leads to', dataIndex: 'link', render: (link: string | null) => link ?? '–' },
          timeColumn('Changed (UTC)', (row) => row.updated_ms),
          actionsColumn(
            (row) =>
              mayEdit && (
                <Button size="small" onClick={() => setEditing(row)}>
                  Edit
                </Button>
              ),
          ),
        ]}
      />
      {editing !== null && (
        <EditArticle
          category={category}
          article={editing === 'new' ? null : editing}
          close={() => setEditing(null)}
        />
      )}
    </Page>
  );
}
