import { CATEGORIES } from '@karat/contract';
import type { ReplyOf, SentTo } from '@karat/contract';
import { LANGS } from '@karat/i18n';
import type { Lang } from '@karat/i18n';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Drawer, Form, Input, InputNumber, Popconfirm, Space, Switch, Tabs } from 'antd';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { Failure } from '../../ui/Page.tsx';

export type Article = ReplyOf<'console/articles'>['data'][number];
type Sent = SentTo<'console/article_save'>;
type Text = { title: string; abstract: string; content: string };
interface Fields {
  published: boolean;
  announce: boolean;
  link: string | null;
  thumbnail: string | null;
  position: number;
  texts: Record<Lang, Text>;
}

const LANGUAGE_NAMES: Record<Lang, string> = {
  en: 'English',
  hk: '繁體中文',
  th: 'ไทย',
  jp: '日本語',
  kor: '한국어',
  fra: 'Français',
  spa: 'Español',
  vn: 'Tiếng Việt',
  zh: '简体中文',
};

const NOTHING: Text = { title: '', abstract: '', content: '' };
const blank = (): Record<Lang, Text> =>
  Object.fromEntries(LANGS.map((lang) => [lang, NOTHING])) as Record<Lang, Text>;

/** Texts of one language; a published article has a title in each. */
function Texts({ lang }: { lang: Lang }) {
  const published = Form.useWatch<boolean>('published');
  return (
    <>
      <Form.Item
        name={['texts', lang, 'title']}
        label="Title"
        rules={[
          { required: published, whitespace: true, message: `Needs a title in ${LANGUAGE_NAMES[lang]}` },
        ]}
      >
        <Input maxLength={200} lang={lang} />
      </Form.Item>
      <Form.Item name={['texts', lang, 'abstract']} label="Summary">
        <Input.TextArea rows={2} maxLength={500} />
      </Form.Item>
      <Form.Item
        name={['texts', lang, 'content']}
        label="Text"
        extra="Paragraphs apart by an empty line; “## ” begins a heading, “- ” a list item."
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
        published: article.published,
        announce: false,
        link: article.link,
        thumbnail: article.thumbnail,
        position: article.position,
        texts: { ...blank(), ...article.texts },
      }
    : { published: false, announce: false, link: null, thumbnail: null, position: 0, texts: blank() };

/** All fields of an article except its state. */
function ArticleFields({
  lang,
  turn,
  category,
}: {
  lang: Lang;
  turn: (lang: Lang) => void;
  category: Sent['c_id'];
}) {
  // Only published news is announced.
  const announces = Form.useWatch<boolean>('published') && Number(category) === CATEGORIES.news;
  return (
    <>
      <Space size="large" wrap>
        <Form.Item name="published" label="Published" valuePropName="checked">
          <Switch />
        </Form.Item>
        {announces && (
          <Form.Item name="announce" label="Notify all users" valuePropName="checked">
            <Switch />
          </Form.Item>
        )}
        <Form.Item name="position" label="Position">
          <InputNumber min={0} max={999_999} />
        </Form.Item>
        <Form.Item name="link" label="Leads to (path in the app)">
          <Input placeholder="/pages/market/market" style={{ width: 280 }} />
        </Form.Item>
        <Form.Item name="thumbnail" label="Thumbnail (path of a picture)">
          <Input placeholder="/files/…" style={{ width: 280 }} />
        </Form.Item>
      </Space>
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

export function EditArticle({
  category,
  article,
  close,
}: {
  category: Sent['c_id'];
  article: Article | null;
  close: () => void;
}) {
  const [form] = Form.useForm<Fields>();
  const [lang, turn] = useState<Lang>('en');
  const queries = useQueryClient();
  const done = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: ['console/articles'] });
    close();
  };
  const save = useMutation({
    mutationFn: (fields: Fields) =>
      api.post('console/article_save', {
        id: article?.id ?? 0,
        c_id: category,
        published: fields.published,
        ...(fields.published && fields.announce ? { announce: true } : {}),
        position: fields.position,
        link: fields.link ?? '',
        thumbnail: fields.thumbnail ?? '',
        texts: fields.texts,
      }),
    onSuccess: done,
  });
  const remove = useMutation({
    mutationFn: (id: number) => api.post('console/article_delete', { id }),
    onSuccess: done,
  });
  return (
    <Drawer
      open
      size="large"
      onClose={close}
      title={article ? `Article ${article.id}` : 'New article'}
      extra={
        <Space>
          {article && (
            <Popconfirm title="Delete this article for good?" onConfirm={() => remove.mutate(article.id)}>
              <Button danger>Delete</Button>
            </Popconfirm>
          )}
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
        // Opens the first language without a title.
        onFinishFailed={({ errorFields: [first] }) => turn((first?.name[1] as Lang | undefined) ?? lang)}
      >
        <ArticleFields lang={lang} turn={turn} category={category} />
      </Form>
    </Drawer>
  );
}
