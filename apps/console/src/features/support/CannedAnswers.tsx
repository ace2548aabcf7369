import { Button, Drawer, Flex, Form, Input, Popconfirm } from 'antd';
import { useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { useMay } from '../../lib/rights.ts';
import { timeColumn } from '../../ui/columns.tsx';
import { Failure, Part } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { useDecision } from '../../ui/useDecision.ts';
import { useFilter } from '../../ui/useFilter.ts';
import { LANGUAGES, PAGE } from './words.ts';
import type { Canned, LangCode } from './words.ts';

interface Fields {
  readonly shortcut: string;
  readonly texts: Record<LangCode, string>;
}

const NO_TEXTS = Object.fromEntries(LANGUAGES.map(({ value }) => [value, ''])) as Record<LangCode, string>;

/** Creates or changes an answer in nine languages. */
function Edit({ canned, close }: { canned: Canned | null; close: () => void }) {
  const save = useDecision(
    ({ shortcut, texts }: Fields) =>
      api.post('console/support_canned_save', { id: canned?.id ?? 0, shortcut, texts }),
    'Saved.',
    close,
  );
  const remove = useDecision(
    (id: number) => api.post('console/support_canned_delete', { id }),
    'Deleted.',
    close,
  );
  return (
    <Drawer open size={640} title={canned ? `/${canned.shortcut}` : 'New canned answer'} onClose={close}>
      <Form<Fields>
        layout="vertical"
        requiredMark={false}
        initialValues={{ shortcut: canned?.shortcut ?? '', texts: { ...NO_TEXTS, ...canned?.texts } }}
        onFinish={(fields) => save.mutate(fields)}
      >
        <Failure error={save.error ?? remove.error} />
        <Form.Item
          name="shortcut"
          label="Shortcut"
          rules={[{ required: true, pattern: /^[a-z0-9-]{2,24}$/, message: '2 to 24 of a-z, 0-9 and -' }]}
        >
          <Input prefix="/" maxLength={24} />
        </Form.Item>
        {LANGUAGES.map(({ value, label }) => (
          <Form.Item
            key={value}
            name={['texts', value]}
            label={label}
            rules={
              value === 'en' ? [{ required: true, whitespace: true, message: 'Write the English text' }] : []
            }
          >
            <Input.TextArea maxLength={2_000} autoSize={{ minRows: 2, maxRows: 6 }} />
          </Form.Item>
        ))}
        <Flex justify="space-between">
          {canned ? (
            <Popconfirm
              title="Delete this answer?"
              okText="Delete"
              onConfirm={() => remove.mutate(canned.id)}
            >
              <Button danger loading={remove.isPending}>
                Delete
              </Button>
            </Popconfirm>
          ) : (
            <span />
          )}
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            Save
          </Button>
        </Flex>
      </Form>
    </Drawer>
  );
}

/** Canned answers by shortcut. */
export function CannedAnswers() {
  const may = useMay();
  const { page, turn } = useFilter(null);
  const [edited, setEdited] = useState<Canned | 'new' | null>(null);
  const canned = useCall('console/support_canned', { page, limit: PAGE });
  const mayEdit = may('console/support_canned_save');
  return (
    <Part
      title="Canned answers"
      extra={mayEdit && <Button onClick={() => setEdited('new')}>New canned answer</Button>}
    >
      <Rows<Canned>
        read={canned}
        rows={canned.data?.data}
        rowKey={(row) => String(row.id)}
        empty="No canned answer yet"
        paging={{ page, turn, size: PAGE, total: canned.data?.total ?? 0 }}
        open={mayEdit ? setEdited : undefined}
        columns={[
          { title: 'Shortcut', render: (_, row) => `/${row.shortcut}` },
          { title: 'Text', render: (_, row) => <div style={{ width: 420 }}>{row.text}</div> },
          {
            title: 'Languages',
            render: (_, row) =>
              Object.entries(row.texts)
                .flatMap(([lang, text]) => (text === '' ? [] : [lang]))
                .join(', '),
          },
          timeColumn('Changed (UTC)', (row) => row.updated_ms),
        ]}
      />
      {edited !== null && <Edit canned={edited === 'new' ? null : edited} close={() => setEdited(null)} />}
    </Part>
  );
}
