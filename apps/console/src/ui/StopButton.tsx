import type { StopLevel, StopTarget } from '@karat/contract';
import { Button, Form, Select } from 'antd';
import { useState } from 'react';
import { api } from '../lib/api.ts';
import { AskForApproval } from './AskForApproval.tsx';

interface Stop {
  readonly target: StopTarget;
  readonly subject: string;
  readonly name: string;
  /** Whether nothing of it is halted. */
  readonly runs: boolean;
  /** Effect of the halt, for the operator. */
  readonly hint?: string;
  /** Label of the partial halt, where there is one. */
  readonly reduce?: string;
  readonly words?: { readonly stop: string; readonly resume: string };
}

const WORDS = { stop: 'Halt', resume: 'Resume' };

function StopForm({
  target,
  subject,
  name,
  hint,
  reduce,
  words = WORDS,
  close,
}: Stop & { close: () => void }) {
  return (
    <AskForApproval<{ level?: StopLevel }>
      title={`${words.stop} ${name}`}
      hint={hint ?? 'It stops at once. Resuming takes two operators.'}
      button={words.stop}
      said={`${name}: stopped.`}
      danger
      initial={{ level: 'halt' }}
      close={close}
      send={({ reason, level }) =>
        api.post('console/stop', { target, subject, reason, level: level ?? 'halt' })
      }
    >
      {reduce !== undefined && (
        <Form.Item name="level" label="How far">
          <Select
            options={[
              { value: 'halt', label: 'Everything' },
              { value: 'reduce', label: reduce },
            ]}
          />
        </Form.Item>
      )}
    </AskForApproval>
  );
}

/** Halts at once, by one operator; resuming is a request that takes two. */
export function StopButton(stop: Stop) {
  const [open, setOpen] = useState(false);
  const { target, subject, name, runs, words = WORDS } = stop;
  const close = (): void => setOpen(false);
  return (
    <>
      <Button size="small" danger={runs} onClick={() => setOpen(true)}>
        {runs ? words.stop : words.resume}
      </Button>
      {open && runs && <StopForm {...stop} close={close} />}
      {open && !runs && (
        <AskForApproval
          title={`${words.resume} ${name}`}
          close={close}
          send={({ reason }) => api.post('console/resume', { target, subject, reason })}
        />
      )}
    </>
  );
}
