import { Form, Input, Select } from 'antd';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { AskForApproval } from '../../ui/AskForApproval.tsx';
import { FileField } from '../../ui/FileField.tsx';
import type { Round } from './changes.ts';

interface Values {
  readonly option: string;
  readonly link: string;
  readonly note: string;
}

/** Uploads a picture as evidence; it is re-encoded. */
function EvidencePicture({ address, onAddress }: { address: string; onAddress: (address: string) => void }) {
  return (
    <FileField
      label="Picture"
      send={(file) => api.upload('console/game_evidence', {}, file)}
      onUploaded={onAddress}
    >
      {address !== '' && <img src={address} alt="Evidence" style={{ width: 160, marginTop: 8 }} />}
    </FileField>
  );
}

/** Requests the answer of a question with its evidence; a second operator approves. */
export function Answer({ round, close }: { round: Round; close: () => void }) {
  const [file, setFile] = useState('');
  return (
    <AskForApproval<Values>
      title={`Answer round ${round.id}`}
      hint="A second operator approves. Users see the link and picture and can dispute the answer before the payout."
      about={{ game_option: 'option' }}
      close={close}
      send={(values) => {
        if (file === '') throw new Error('Upload a picture first.');
        return api.post('console/game_answer', { id: round.id, file, ...values });
      }}
    >
      <Form.Item name="option" label="Right option" rules={[{ required: true, message: 'Choose an option' }]}>
        <Select options={round.options.map(({ no, name }) => ({ value: String(no), label: name }))} />
      </Form.Item>
      <Form.Item
        name="link"
        label="Link"
        rules={[{ required: true, pattern: /^https:\/\/\S+$/, message: 'An address with https://' }]}
      >
        <Input maxLength={500} />
      </Form.Item>
      <EvidencePicture address={file} onAddress={setFile} />
      <Form.Item
        name="note"
        label="Note"
        rules={[{ required: true, whitespace: true, min: 10, message: 'At least ten letters' }]}
      >
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={1_000} />
      </Form.Item>
    </AskForApproval>
  );
}
