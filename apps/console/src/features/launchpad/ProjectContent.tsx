import type { ReplyOf } from '@karat/contract';
import { Collapse, Form, Input, Typography } from 'antd';
import { api } from '../../lib/api.ts';
import { FileField } from '../../ui/FileField.tsx';

const LANGUAGES = [
  ['en', 'English'],
  ['hk', 'Traditional Chinese'],
  ['th', 'Thai'],
  ['jp', 'Japanese'],
  ['kor', 'Korean'],
  ['fra', 'French'],
  ['spa', 'Spanish'],
  ['vn', 'Vietnamese'],
  ['zh', 'Simplified Chinese'],
] as const;
type LanguageCode = (typeof LANGUAGES)[number][0];

/** Title and summary by language, as the form holds them; a language without both is left out. */
export type TextValues = Partial<Readonly<Record<LanguageCode, { title?: string; summary?: string }>>>;

/** The texts as the call takes them. */
export const textsOf = (values: TextValues | undefined): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(values ?? {}).filter(([, text]) => text.title && text.summary)),
  );

function TextsOf({ code, name, needed }: { code: LanguageCode; name: string; needed: boolean }) {
  const rules = [{ required: needed, whitespace: true, message: 'A text is needed' }];
  return (
    <>
      <Form.Item name={['texts', code, 'title']} label={`Title, ${name}`} rules={rules}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item name={['texts', code, 'summary']} label={`Summary, ${name}`} rules={rules}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} maxLength={2_000} />
      </Form.Item>
    </>
  );
}

/** English texts, and those of the other languages folded. */
export function ProjectTexts() {
  const [english, ...others] = LANGUAGES;
  return (
    <>
      <TextsOf code={english[0]} name={english[1]} needed />
      <Collapse
        items={[
          {
            key: 'texts',
            label: 'Other languages',
            forceRender: true,
            children: others.map(([code, name]) => (
              <TextsOf key={code} code={code} name={name} needed={false} />
            )),
          },
        ]}
      />
    </>
  );
}

export type UploadedPaper = ReplyOf<'console/project_paper'>;

/** Uploads a PDF as the white paper of a project; its hash is what the second operator approves. */
export function PaperUpload({
  paper,
  onPaper,
}: {
  paper: UploadedPaper | null;
  onPaper: (paper: UploadedPaper) => void;
}) {
  return (
    <FileField
      label="White paper, PDF of at most 10 MB"
      extra="Users download it from the project page"
      accept="application/pdf"
      send={(file) => api.upload('console/project_paper', {}, file)}
      onUploaded={onPaper}
    >
      {paper && (
        <Typography.Text code style={{ overflowWrap: 'anywhere' }}>
          {`${paper.bytes} bytes, SHA-256 ${paper.sha256}`}
        </Typography.Text>
      )}
    </FileField>
  );
}

/** Uploads pictures, which are re-encoded; their addresses stand below. */
export function PictureUpload({
  label,
  pictures,
  max,
  onPictures,
}: {
  label: string;
  pictures: readonly string[];
  max: number;
  onPictures: (pictures: readonly string[]) => void;
}) {
  return (
    <FileField
      label={label}
      send={(file) => api.upload('console/project_image', {}, file)}
      onUploaded={(address) => onPictures([...pictures, address].slice(-max))}
    >
      {pictures.map((address) => (
        <img key={address} src={address} alt={label} style={{ width: 96, marginTop: 8, marginRight: 8 }} />
      ))}
    </FileField>
  );
}
