import type { ReplyOf } from '@karat/contract';
import { Button, Select, Space, Table, Tag } from 'antd';
import { useState } from 'react';
import { useCall } from '../../lib/api.ts';
import { moment } from '../../lib/format.ts';
import { Failure, Page } from '../../ui/Page.tsx';
import { EditArticle } from './EditArticle.tsx';

export type Article = ReplyOf<'console/articles'>['data'][number];
export type CategoryId = Article['c_id'];

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

/** Articles and banners of a category, in all nine languages. */
export function Articles() {
  const [category, setCategory] = useState<Category>(4);
  const [page, setPage] = useState(1);
  const [editing, setEditing] = useState<Article | 'new' | null>(null);
  const articles = useCall('console/articles', { c_id: category, page, limit: PAGE });
  const me = useCall('console/me', {});
  const mayEdit = me.data?.role === 'support' || me.data?.role === 'admin';
  return (
    <Page
      title="Articles and banners"
      hint="Publishing needs a title in every language."
      actions={
        <Space>
          <Select
            aria-label="Category"
            style={{ width: 180 }}
            options={[...CATEGORIES]}
            value={category}
            onChange={(next) => {
              setCategory(next);
              setPage(1);
            }}
          />
          {mayEdit && (
            <Button type="primary" onClick={() => setEditing('new')}>
              New
            </Button>
          )}
        </Space>
      }
    >
      <Failure error={articles.error} retry={() => void articles.refetch()} />
      <Table<Article>
        rowKey="id"
        loading={articles.isLoading}
        dataSource={articles.data?.data ?? []}
        scroll={{ x: true }}
        pagination={{
          current: page,
          pageSize: PAGE,
          total: articles.data?.total ?? 0,
          onChange: setPage,
          showSizeChanger: false,
        }}
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
          { title: 'Changed', dataIndex: 'updated_ms', render: moment },
          { title: '', render: (_, row) => mayEdit && <Button onClick={() => setEditing(row)}>Edit</Button> },
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
