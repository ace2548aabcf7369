import type { ArticlePreview, ReplyOf } from '@karat/contract';
import { LANGS, LANGUAGE_NAMES } from '@karat/i18n';
import type { Lang } from '@karat/i18n';
import { Flex, Modal, Segmented, Select } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useCall } from '../lib/api.ts';
import { Failure } from './Page.tsx';

/** What a preview shows: a saved version, or the fields of a form. */
type Previewed = Pick<ReplyOf<'console/article_version'>, 'c_id' | 'link' | 'thumbnail' | 'texts'>;

const NOTHING = { title: '', abstract: '', content: '' };

/** The app's own page in a frame as wide as a phone; it receives the article as a message. */
function Phone({ article, lang, theme }: { article: Previewed; lang: Lang; theme: 'light' | 'dark' }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [opened] = useState(() => Date.now());
  const send = useCallback(() => {
    const { c_id, link, thumbnail, texts } = article;
    const text = texts[lang] ?? NOTHING;
    const preview: ArticlePreview = { lang, theme, c_id, link, thumbnail, ...text, at_ms: opened };
    frame.current?.contentWindow?.postMessage(preview, window.location.origin);
  }, [article, lang, theme, opened]);
  useEffect(send, [send]);
  return (
    <iframe
      ref={frame}
      src="/preview.html"
      title={`Preview, ${LANGUAGE_NAMES[lang]}, ${theme}`}
      onLoad={send}
      width={390}
      height={620}
      style={{ border: '1px solid var(--ant-color-border)', borderRadius: 12, maxWidth: '100%' }}
    />
  );
}

/** An article as the app renders it, in each language, light and dark. */
export function Preview({ article, close }: { article: Previewed; close: () => void }) {
  const [lang, choose] = useState<Lang>('en');
  const [theme, paint] = useState<'light' | 'dark'>('light');
  return (
    <Modal
      open
      title="Preview"
      footer={null}
      onCancel={close}
      width={440}
      style={{ top: 16 }}
      destroyOnHidden
    >
      <Flex vertical gap={12} align="center">
        <Flex gap={12} wrap justify="center">
          <Select
            aria-label="Language"
            style={{ width: 160 }}
            value={lang}
            onChange={choose}
            options={LANGS.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          />
          <Segmented<'light' | 'dark'>
            aria-label="Theme"
            value={theme}
            onChange={paint}
            options={[
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
          />
        </Flex>
        <Phone article={article} lang={lang} theme={theme} />
      </Flex>
    </Modal>
  );
}

/** The preview of a saved version. */
export function VersionPreview({ version, close }: { version: number; close: () => void }) {
  const read = useCall('console/article_version', { id: version });
  if (read.error) return <Failure error={read.error} />;
  return read.data ? <Preview article={read.data} close={close} /> : null;
}
