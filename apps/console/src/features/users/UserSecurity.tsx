import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '@karat/contract';
import { App, Button, Descriptions, Flex, Form, Input, Modal, Tag, Typography } from 'antd';
import { useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { moment } from '../../lib/format.ts';
import { Failure } from '../../ui/Page.tsx';

type Security = ReplyOf<'console/user_security'>;
type Asking = 'freeze' | 'unfreeze' | 'totp';

const TITLES: Readonly<Record<Asking, string>> = {
  freeze: 'Freeze this account',
  unfreeze: 'Open this account again',
  totp: 'Remove the lost authenticator',
};
const mark = (on: boolean, since: number | null = null): string =>
  on ? (since === null ? 'yes' : `since ${moment(since)}`) : 'no';

/** Asks for a change that a second operator has to approve. */
function Ask({ uid, asking, close }: { uid: number; asking: Asking; close: () => void }) {
  const { message } = App.useApp();
  const queries = useQueryClient();
  const ask = useMutation({
    mutationFn: ({ reason }: { reason: string }) =>
      asking === 'totp'
        ? api.post('console/totp_reset', { uid, reason })
        : api.post('console/user_freeze', { uid, frozen: asking === 'freeze', reason }),
    onSuccess: async ({ id }) => {
      void message.success(`Request ${id} waits for a second operator`);
      await queries.invalidateQueries({ queryKey: ['console/approvals'] });
      close();
    },
  });
  return (
    <Modal open title={TITLES[asking]} footer={null} onCancel={close}>
      <Failure error={ask.error} />
      <Form<{ reason: string }> layout="vertical" requiredMark={false} onFinish={(form) => ask.mutate(form)}>
        <Form.Item name="reason" label="Reason" rules={[{ required: true, min: 3, message: 'Say why' }]}>
          <Input.TextArea maxLength={500} rows={3} />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={ask.isPending}>
          Ask for approval
        </Button>
      </Form>
    </Modal>
  );
}

function Facts({ of }: { of: Security }) {
  return (
    <Descriptions
      column={1}
      size="small"
      items={[
        { key: 'score', label: 'Score', children: `${of.score} of 100` },
        { key: 'pay', label: 'Pay password', children: mark(of.pay_password, of.pay_password_ms) },
        { key: 'totp', label: 'Authenticator', children: mark(of.totp, of.totp_ms) },
        { key: 'backup', label: 'Backup codes left', children: of.backup_codes },
        { key: 'passkeys', label: 'Passkeys', children: of.passkeys },
        { key: 'keys', label: 'API keys', children: of.api_keys },
        { key: 'phishing', label: 'Anti-phishing code', children: mark(of.anti_phishing) },
        {
          key: 'hold',
          label: 'Withdrawals wait',
          children:
            of.hold_until_ms === null ? 'no' : `until ${moment(of.hold_until_ms)} (${of.hold_reason})`,
        },
      ]}
    />
  );
}

/** What protects an account, and what two operators may do about it together. */
export function UserSecurity({ uid }: { uid: number }) {
  const me = useCall('console/me', {});
  const allowed = me.data !== undefined && me.data.role !== 'finance';
  return allowed ? <Shown uid={uid} /> : null;
}

function Shown({ uid }: { uid: number }) {
  const security = useCall('console/user_security', { uid });
  const [asking, setAsking] = useState<Asking | null>(null);
  const { data } = security;
  if (!data) return <Failure error={security.error} retry={() => void security.refetch()} />;
  const waits = data.frozen_by === 'user' && data.unfreeze_ms === null;
  return (
    <section aria-label="Security">
      <Typography.Title level={5}>Security</Typography.Title>
      {data.frozen_by !== null && (
        <Tag color="red">
          frozen by {data.frozen_by === 'user' ? 'its owner' : 'operators'}
          {data.unfreeze_ms !== null && `, owner asked for it back ${moment(data.unfreeze_ms)}`}
        </Tag>
      )}
      <Facts of={data} />
      <Flex gap="small" wrap>
        {data.status === 'active' ? (
          <Button danger onClick={() => setAsking('freeze')}>
            Freeze
          </Button>
        ) : (
          <Button
            onClick={() => setAsking('unfreeze')}
            disabled={waits}
            title={waits ? 'Its owner has not asked for it yet' : ''}
          >
            Unfreeze
          </Button>
        )}
        {data.totp && <Button onClick={() => setAsking('totp')}>Remove lost authenticator</Button>}
      </Flex>
      {asking && <Ask uid={uid} asking={asking} close={() => setAsking(null)} />}
      <Logins uid={uid} />
    </section>
  );
}

const LATEST = 20;

function Logins({ uid }: { uid: number }) {
  const logins = useCall('console/user_logins', { uid, limit: LATEST });
  return (
    <>
      <Typography.Title level={5}>Tries to log in</Typography.Title>
      <Failure error={logins.error} retry={() => void logins.refetch()} />
      {logins.data?.data.map((login) => (
        <div key={login.id}>
          {moment(login.created_ms)} · <strong>{login.outcome}</strong> ({login.way}) · {login.device} ·{' '}
          {login.address} {login.new_device && <Tag>new device</Tag>}
        </div>
      ))}
    </>
  );
}
