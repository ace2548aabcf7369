import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Flex, Input, Modal, Select, Typography } from 'antd';
import { useRef, useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { CallError } from '../../lib/refusal.ts';
import { Failure } from '../../ui/Page.tsx';
import { AnswerPicture } from './AnswerPicture.tsx';
import type { UploadedPicture } from './AnswerPicture.tsx';
import type { Conversation } from './words.ts';

const TYPING_EVERY_MS = 3_000;
const TEXT_MAX = 2_000;
const CLIENT_ID_BYTES = 16;

const newClientId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(CLIENT_ID_BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** Inserts a canned answer in the language of the customer. */
function CannedChoice({ lang, choose }: { lang: Conversation['lang']; choose: (text: string) => void }) {
  const canned = useCall('console/support_canned', { lang, limit: 100 });
  const rows = canned.data?.data ?? [];
  return (
    <Select
      aria-label="Canned answer"
      placeholder="Canned answer"
      showSearch={{ optionFilterProp: 'label' }}
      value={null}
      style={{ width: 220 }}
      options={rows.map(({ id, shortcut }) => ({ value: id, label: `/${shortcut}` }))}
      onChange={(id: number | null) => {
        const found = rows.find((row) => row.id === id);
        if (found) choose(found.text);
      }}
    />
  );
}

/** Asks before a text is sent that requests a secret or contains an address. */
function Warning({
  text,
  busy,
  send,
  close,
}: {
  text: string;
  busy: boolean;
  send: () => void;
  close: () => void;
}) {
  const [sure, setSure] = useState(false);
  return (
    <Modal
      open
      title="Send this to the customer?"
      okText="Send it anyway"
      okButtonProps={{ danger: true, disabled: !sure, loading: busy }}
      onOk={send}
      onCancel={close}
    >
      <Typography.Paragraph>
        The text asks for a code or password, or contains a wallet address. Fraud works like this: customers
        must never be asked for secrets or sent an address here. It is recorded with your name.
      </Typography.Paragraph>
      <Typography.Paragraph style={{ whiteSpace: 'pre-wrap' }} mark>
        {text}
      </Typography.Paragraph>
      <Checkbox checked={sure} onChange={(event) => setSure(event.target.checked)}>
        I have checked it, and it is needed
      </Checkbox>
    </Modal>
  );
}

/** The text and picture of an answer, and its sending. A repeated attempt sends the same client id, so the customer gets one message. */
function useAnswer(id: number) {
  const queries = useQueryClient();
  const [text, setText] = useState('');
  const [picture, setPicture] = useState<UploadedPicture | null>(null);
  const clientId = useRef(newClientId());
  const typed = useRef(0);
  const answer = useMutation({
    mutationFn: ({ written, confirmed }: { written: string; confirmed: boolean }) =>
      api.post('console/support_answer', {
        id,
        client_id: clientId.current,
        ...(written.trim() === '' ? {} : { text: written.trim() }),
        ...(picture ? { file: picture.address } : {}),
        ...(confirmed ? { confirmed: true } : {}),
      }),
    onSuccess: async (_reply, { written }) => {
      clientId.current = newClientId();
      // What was written meanwhile is not lost.
      setText((now) => (now === written ? '' : now));
      setPicture(null);
      await queries.invalidateQueries({ queryKey: ['console/support_messages'] });
      void queries.invalidateQueries({ queryKey: ['console/support_inbox'] });
    },
  });
  const isSensitive = answer.error instanceof CallError && answer.error.code === 'support_sensitive';
  const change = (next: string): void => {
    setText(next);
    if (answer.error) answer.reset();
    const now = Date.now();
    if (next.trim() === '' || now - typed.current < TYPING_EVERY_MS) return;
    typed.current = now;
    // A mark that is lost does no harm.
    api.post('console/support_typing', { id }).catch(() => undefined);
  };
  const isEmpty = text.trim() === '' && picture === null;
  const send = (): void => {
    if (!isEmpty && !answer.isPending) answer.mutate({ written: text, confirmed: false });
  };
  return { text, change, picture, setPicture, answer, isSensitive, isEmpty, send };
}

/** The answer field. */
export function Answer({ conversation: { id, lang } }: { conversation: Conversation }) {
  const { text, change, picture, setPicture, answer, isSensitive, isEmpty, send } = useAnswer(id);
  return (
    <div>
      <Failure error={isSensitive ? null : answer.error} />
      <Input.TextArea
        aria-label="Answer"
        value={text}
        maxLength={TEXT_MAX}
        autoSize={{ minRows: 3, maxRows: 8 }}
        placeholder="Answer; Ctrl and Enter sends"
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
        }}
      />
      <Flex justify="space-between" gap={8} wrap style={{ marginTop: 8 }}>
        <Flex gap={8} wrap>
          <CannedChoice
            lang={lang}
            choose={(canned) => change(text.trim() === '' ? canned : `${text.trimEnd()}\n${canned}`)}
          />
          <AnswerPicture id={id} picture={picture} choose={setPicture} />
        </Flex>
        <Button type="primary" disabled={isEmpty} loading={answer.isPending} onClick={send}>
          Send answer
        </Button>
      </Flex>
      {isSensitive && (
        <Warning
          text={text.trim()}
          busy={answer.isPending}
          send={() => answer.mutate({ written: text, confirmed: true })}
          close={() => answer.reset()}
        />
      )}
    </div>
  );
}
