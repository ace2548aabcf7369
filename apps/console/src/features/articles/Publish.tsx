import { CATEGORIES } from '@karat/contract';
import { LANGS, LANGUAGE_NAMES } from '@karat/i18n';
import { Alert, Form, Input, Modal, Switch } from 'antd';
import { api } from '../../lib/api.ts';
import { momentOf, wrongMoment } from '../../lib/utc.ts';
import { AskForApproval } from '../../ui/AskForApproval.tsx';
import type { Article } from './words.ts';

interface Fields {
  starts?: string;
  ends?: string;
  announce?: boolean;
}

/** Accepts an empty text or a moment; the end must lie ahead. */
const momentRule = (isEnd: boolean) => ({
  validator: async (_rule: unknown, text: string | undefined) => {
    const wrong = text ? wrongMoment(text) : undefined;
    if (wrong !== undefined) throw new Error(wrong);
    if (isEnd && text && momentOf(text) <= Date.now()) throw new Error('In the future');
  },
});

const momentOrNone = (text: string | undefined): number | undefined => (text ? momentOf(text) : undefined);

/** Asks to publish the last version of an article. */
export function Publish({ article, close }: { article: Article; close: () => void }) {
  const untitled = LANGS.filter((lang) => !article.texts[lang]?.title.trim());
  if (untitled.length > 0) {
    const names = untitled.map((lang) => LANGUAGE_NAMES[lang]).join(', ');
    return (
      <Modal open title="Publish" footer={null} onCancel={close}>
        <Alert type="warning" showIcon title={`Version ${article.number} needs a title in ${names}.`} />
      </Modal>
    );
  }
  return (
    <AskForApproval<Fields>
      title={`Publish version ${article.number} of article ${article.article_id}`}
      hint="Visible from the given time, or from the approval by a second operator if that is later."
      close={close}
      send={({ starts, ends, announce, reason }) => {
        const [startsMs, endsMs] = [momentOrNone(starts), momentOrNone(ends)];
        return api.post('console/article_publish', {
          version: article.id,
          ...(startsMs === undefined ? {} : { starts_ms: startsMs }),
          ...(endsMs === undefined ? {} : { ends_ms: endsMs }),
          ...(announce === true ? { announce: true } : {}),
          reason,
        });
      }}
    >
      <Form.Item name="starts" label="From (UTC)" rules={[momentRule(false)]} extra="Empty: at the approval.">
        <Input placeholder="2026-12-24 08:00" />
      </Form.Item>
      <Form.Item
        name="ends"
        label="Until (UTC)"
        rules={[momentRule(true)]}
        extra="Empty: until it is withdrawn."
      >
        <Input placeholder="2026-12-31 08:00" />
      </Form.Item>
      {article.c_id === CATEGORIES.news && (
        <Form.Item name="announce" label="Notify all users" valuePropName="checked">
          <Switch />
        </Form.Item>
      )}
    </AskForApproval>
  );
}
