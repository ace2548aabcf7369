import { LANGS } from '@karat/i18n';
import type { Lang } from '@karat/i18n';
import { Form, Input, Select } from 'antd';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { AskForApproval } from '../../ui/AskForApproval.tsx';
import type { ChangeValues } from '../../ui/change.ts';
import { ChangeFields } from '../../ui/ChangeFields.tsx';
import { stakesOf, termsFields, timesOf } from './changes.ts';

interface Texts {
  readonly question?: string;
  readonly options?: string;
  readonly source?: string;
}
type Values = ChangeValues & { readonly texts?: Readonly<Partial<Record<Lang, Texts>>> };

const ALL = 'all';
const CHOICES = [
  { value: ALL, label: 'All nine languages' },
  ...LANGS.map((lang) => ({ value: lang, label: `Only ${lang}` })),
];

/** The texts as the call takes them: one option per line. */
const textsOf = (langs: readonly Lang[], texts: Values['texts'] = {}): string =>
  JSON.stringify(
    Object.fromEntries(
      langs.map((lang) => {
        const { question = '', options = '', source = '' } = texts[lang] ?? {};
        const lines = options.split('\n').map((line) => line.trim());
        return [lang, { question, options: lines.filter((line) => line !== ''), source }];
      }),
    ),
  );

/** Question, options and source in one language. */
function TextsIn({ lang }: { lang: Lang }) {
  const needed = [{ required: true, whitespace: true, message: 'A text is needed' }];
  return (
    <>
      <Form.Item name={['texts', lang, 'question']} label={`Question (${lang})`} rules={needed}>
        <Input maxLength={200} />
      </Form.Item>
      <Form.Item
        name={['texts', lang, 'options']}
        label={`Options (${lang})`}
        extra="Two to eight, one on each line"
        rules={needed}
      >
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} />
      </Form.Item>
      <Form.Item name={['texts', lang, 'source']} label={`Source of the answer (${lang})`} rules={needed}>
        <Input maxLength={300} />
      </Form.Item>
    </>
  );
}

/** Requests a question that operators answer; a second operator approves. */
export function NewQuestion({ close }: { close: () => void }) {
  const [now] = useState(Date.now);
  const [choice, setChoice] = useState<string>('en');
  const langs = LANGS.filter((lang) => choice === ALL || choice === lang);
  const { fields, before } = termsFields(now);
  return (
    <AskForApproval<Values>
      title="New question"
      hint="A second operator approves. Texts, stakes and times are hashed before the round opens and never change."
      initial={before}
      close={close}
      send={(values) =>
        api.post('console/game_question', {
          texts: textsOf(langs, values.texts),
          ...stakesOf(values),
          ...timesOf(values),
          reason: values.reason,
        })
      }
    >
      <Form.Item label="Languages">
        <Select aria-label="Languages" options={CHOICES} value={choice} onChange={setChoice} />
      </Form.Item>
      {langs.map((lang) => (
        <TextsIn key={lang} lang={lang} />
      ))}
      <ChangeFields fields={fields} before={before} />
    </AskForApproval>
  );
}
