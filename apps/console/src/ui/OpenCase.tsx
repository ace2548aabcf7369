import type { CaseKind, CaseSeverity } from '@karat/contract';
import { Button, Flex, Form, Input, Modal, Select } from 'antd';
import { useState } from 'react';
import { api } from '../lib/api.ts';
import { Failure } from './Page.tsx';
import { useDecision } from './useDecision.ts';
import { KINDS, SEVERITIES, optionsOf } from '../lib/cases.ts';

interface Fields {
  readonly kind: CaseKind;
  readonly severity: CaseSeverity;
  readonly text: string;
}

function CaseForm({ uid, close }: { uid: number; close: () => void }) {
  const open = useDecision(
    (fields: Fields) => api.post('console/case_open', { uid, ...fields }),
    ({ id, joined }) => (joined ? `Added to case ${id}, which is open already.` : `Case ${id} is open.`),
    close,
  );
  return (
    <Form<Fields>
      name="case"
      layout="vertical"
      requiredMark={false}
      initialValues={{ severity: 'medium' }}
      onFinish={(fields) => open.mutate(fields)}
    >
      <Failure error={open.error} />
      <Form.Item name="kind" label="Kind" rules={[{ required: true, message: 'Choose a kind' }]}>
        <Select options={optionsOf(KINDS)} />
      </Form.Item>
      <Form.Item name="severity" label="Severity">
        <Select options={optionsOf(SEVERITIES)} />
      </Form.Item>
      <Form.Item
        name="text"
        label="What was noticed"
        rules={[{ required: true, whitespace: true, min: 3, message: 'Say it in at least three letters' }]}
      >
        <Input.TextArea autoSize={{ minRows: 3, maxRows: 8 }} maxLength={500} />
      </Form.Item>
      <Flex justify="end">
        <Button type="primary" htmlType="submit" loading={open.isPending}>
          Open the case
        </Button>
      </Flex>
    </Form>
  );
}

/** A button that opens a case about a user. */
export function OpenCase({ uid }: { uid: number }) {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open a case</Button>
      {isOpen && (
        <Modal
          open
          title={`Open a case about UID ${uid}`}
          footer={null}
          onCancel={close}
          mask={{ closable: false }}
        >
          <CaseForm uid={uid} close={close} />
        </Modal>
      )}
    </>
  );
}
