import type { CategoryId } from '@karat/contract';
import { LANGS, LANGUAGE_NAMES } from '@karat/i18n';
import type { Lang } from '@karat/i18n';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Drawer, Flex, Form, Input, InputNumber, Popconfirm, Space, Tabs } from 'antd';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { useSingleMutation } from '../../lib/useSingleMutation.ts';
import { FileField } from '../../ui/FileField.tsx';
import { Failure } from '../../ui/Page.tsx';
import { Preview } from '../../ui/ArticlePreview.tsx';
import type { Article } from './words.ts';

type Text = { title: string; abstract: string; content: string };
interface Fields {
  link: string | null;
  thumbnail: string | null;
  position: number;
  texts: Record<Lang, Text>;
}

const NOTHING: Text = { title: '', abstract: '', content: '' };
const blank = (): Record<Lang, Text> =>
  Object.fromEntries(LANGS.map((lang) => [lang, NOTHING])) as Record<Lang, Text>;

/** Texts of one language; publishing needs a title in each. */
function Texts({ lang }: { lang: Lang }) {
  return (
    <>
      <Form.Item name={['texts', lang, 'title']} label="Title">
        <Input maxLength={200} lang={lang} />
      </Form.Item>
      <Form.Item name={['texts', lang, 'abstract']} label="Summary">
        <Input.TextArea rows={2} maxLength={500} />
      </Form.Item>
      <Form.Item
        name={['texts', lang, 'content']}
        label="Text"
        extra="Separate paragraphs with an empty line. “## ” starts a heading, “- ” a list item."
      >
        <Input.TextArea rows={10} maxLength={20_000} />
      </Form.Item>
    </>
  );
}

/** Initial values of the form. */
const initialOf = (article: Article | null): Fields =>
  article
    ? {
        link: article.link,
        thumbnail: article.thumbnail,
        position: article.position,
        texts: { ...blank(), ...article.texts },
      }
    : { link: null, thumbnail: null, position: 0, texts: blank() };

/** The picture of an article, uploaded at once; a field of the form. */
function Picture({
  value,
  onChange,
}: {
  value?: string | null;
  onChange?: (address: string | null) => void;
}) {
  return (
    <FileField
      label="Picture"
      extra="JPEG, PNG or WebP. A banner shows it behind its title, news beside and above their text."
      send={(file) => api.upload('console/article_picture', {}, file)}
      onUploaded={(address) => onChange?.(address)}
    >
      {value && (
        <Flex gap={12} align="center" style={{ marginTop: 8 }}>
          <img src={value} alt="Picture" style={{ maxWidth: 240, maxHeight: 120, borderRadius: 8 }} />
          <Button size="small" onClick={() => onChange?.(null)}>
            Remove
          </Button>
        </Flex>
      )}
    </FileField>
  );
}

/** All fields of an article. */
function ArticleFields({ lang, turn }: { lang: Lang; turn: (lang: Lang) => void }) {
  return (
    <>
      <Space size="large" wrap>
        <Form.Item name="position" label="Position">
          <InputNumber min={0} max={999_999} />
        </Form.Item>
        <Form.Item name="link" label="Leads to (path in the app)">
          <Input placeholder="/pages/market/market" style={{ width: 280 }} />
        </Form.Item>
      </Space>
      <Form.Item name="thumbnail" noStyle>
        <Picture />
      </Form.Item>
      <Tabs
        activeKey={lang}
        onChange={(key) => turn(key as Lang)}
        items={LANGS.map((lang) => ({
          key: lang,
          label: LANGUAGE_NAMES[lang],
          forceRender: true,
          children: <Texts lang={lang} />,
        }))}
      />
    </>
  );
}

/** Saves a version of an article, or deletes a draft. */
function useEditing(category: CategoryId, article: Article | null, close: () => void) {
  const queries = useQueryClient();
  const done = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: ['console/articles'] });
    close();
  };
  const save = useSingleMutation({
    mutationFn: (fields: Fields) =>
      api.post('console/article_save', {
        id: article?.article_id ?? 0,
        c_id: category,
        position: fields.position,
        link: fields.link ?? '',
        thumbnail: fields.thumbnail ?? '',
        texts: fields.texts,
      }),
    onSuccess: done,
  });
  const remove = useSingleMutation({
    mutationFn: (id: number) => api.post('console/article_delete', { id }),
    onSuccess: done,
  });
  return { save, remove };
}

export function EditArticle({
  category,
  article,
  close,
}: {
  category: CategoryId;
  article: Article | null;
  close: () => void;
}) {
  const [form] = Form.useForm<Fields>();
  const [lang, turn] = useState<Lang>('en');
  const [seen, see] = useState<Fields | null>(null);
  const { save, remove } = useEditing(category, article, close);
  return (
    <Drawer
      open
      size="large"
      onClose={close}
      title={article ? `Article ${article.article_id}` : 'New article'}
      extra={
        <Space>
          {article && !article.approved && (
            <Popconfirm
              title="Delete this draft for good?"
              onConfirm={() => remove.mutate(article.article_id)}
            >
              <Button danger>Delete</Button>
            </Popconfirm>
          )}
          <Button onClick={() => see(form.getFieldsValue(true) as Fields)}>Preview</Button>
          <Button type="primary" loading={save.isPending} onClick={form.submit}>
            Save
          </Button>
        </Space>
      }
    >
      <Failure error={save.error ?? remove.error} />
      <Form<Fields>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={initialOf(article)}
        onFinish={() => save.mutate(form.getFieldsValue(true) as Fields)}
      >
        <ArticleFields lang={lang} turn={turn} />
      </Form>
      {seen && (
        <Preview
          article={{ ...seen, c_id: category, link: seen.link || null, thumbnail: seen.thumbnail || null }}
          close={() => see(null)}
        />
      )}
    </Drawer>
  );
}
