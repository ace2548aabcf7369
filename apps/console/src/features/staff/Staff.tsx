import type { OperatorRole, ReplyOf } from '@karat/contract';
import { OPERATOR_ROLES } from '@karat/contract';
import { Alert, Button, Form, Input, Modal, Select, Space, Tag, Typography } from 'antd';
import { useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { moment } from '../../lib/format.ts';
import { useMay } from '../../lib/rights.ts';
import { AskForApproval } from '../../ui/AskForApproval.tsx';
import { actionsColumn, timeColumn } from '../../ui/columns.tsx';
import { Page } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { useDecision } from '../../ui/useDecision.ts';

type Member = ReplyOf<'console/staff'>[number];
type Asked = 'role' | 'renew' | 'disable';

/** A half of a setup code that is shown once. */
interface Half {
  readonly login: string;
  readonly text: string;
}

const ROLES: Readonly<Record<OperatorRole, string>> = {
  support: 'Support: users, messages, articles',
  finance: 'Finance: bank payments, withdrawals, books',
  risk: 'Risk: verification, limits, markets, approvals',
  admin: 'Admin: everything, with operators',
};
const roleOptions = OPERATOR_ROLES.map((role) => ({ value: role, label: ROLES[role] }));
const STATES = {
  active: { colour: 'green', text: 'active' },
  setup: { colour: 'blue', text: 'waits for setup' },
  disabled: { colour: 'default', text: 'disabled' },
} as const;

const ACTIONS: readonly (readonly [Asked, string])[] = [
  ['role', 'Change role'],
  ['renew', 'Renew login'],
  ['disable', 'Disable'],
];

function RoleField() {
  return (
    <Form.Item name="role" label="Role" rules={[{ required: true, message: 'Choose a role' }]}>
      <Select options={roleOptions} />
    </Form.Item>
  );
}

/** Shows a half of a setup code; closing it is the end of it. */
function HalfDialog({ half, close }: { half: Half; close: () => void }) {
  return (
    <Modal
      open
      title={`Your half of the setup code of ${half.login}`}
      onCancel={close}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={close}>
          I have passed it on
        </Button>
      }
    >
      <Typography.Paragraph className="exact" copyable={{ text: half.text }} style={{ fontSize: 20 }}>
        {half.text}
      </Typography.Paragraph>
      <Alert
        type="warning"
        showIcon
        title="Shown once. Give it to the operator yourself. The other half comes from the approver; both together set up the login."
      />
    </Modal>
  );
}

interface AddFields {
  readonly login: string;
  readonly name: string;
  readonly role: OperatorRole;
}

function Add({ close, show }: { close: () => void; show: (half: Half) => void }) {
  return (
    <AskForApproval<AddFields>
      title="Add an operator"
      hint="After approval the operator sets up the login with a code. You hold one half of it, the approver the other."
      close={close}
      about={{ operator_login_taken: 'login' }}
      send={async (fields) => {
        const { half } = await api.post('console/staff_add', fields);
        show({ login: fields.login, text: half });
      }}
    >
      <Form.Item
        name="login"
        label="Login"
        extra="2 to 32 small letters, digits, dots and dashes"
        rules={[{ required: true, pattern: /^[a-z0-9][a-z0-9.-]{1,31}$/, message: 'Not a login' }]}
      >
        <Input maxLength={32} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="name"
        label="Name"
        rules={[{ required: true, whitespace: true, message: 'Who is it?' }]}
      >
        <Input maxLength={64} autoComplete="off" />
      </Form.Item>
      <RoleField />
    </AskForApproval>
  );
}

/** Asks for a change about one operator. */
function Change({
  member: { id, login, name, role },
  asked,
  close,
  show,
}: {
  member: Member;
  asked: Asked;
  close: () => void;
  show: (half: Half) => void;
}) {
  switch (asked) {
    case 'role':
      return (
        <AskForApproval<{ role: OperatorRole }>
          title={`Change the role of ${name}`}
          hint="Their sessions end. The new role applies from the next login."
          initial={{ role }}
          close={close}
          send={(fields) => api.post('console/staff_role', { id, ...fields })}
        >
          <RoleField />
        </AskForApproval>
      );
    case 'renew':
      return (
        <AskForApproval
          title={`Renew the login of ${name}`}
          hint="On approval, password, authenticator and passkeys are removed and set up again with a code. You hold one half of it, the approver the other."
          close={close}
          send={async ({ reason }) => {
            const { half } = await api.post('console/staff_renew', { id, reason });
            show({ login, text: half });
          }}
        />
      );
    case 'disable':
      return (
        <AskForApproval
          title={`Disable ${name}`}
          hint="This cannot be undone. The login is never used again; the audit log keeps the name."
          danger
          close={close}
          send={({ reason }) => api.post('console/staff_disable', { id, reason })}
        />
      );
  }
}

/** Takes the approver's half of a setup code. */
function TakeHalf({ member: { id, login }, show }: { member: Member; show: (half: Half) => void }) {
  const take = useDecision(
    () => api.post('console/staff_half', { id }),
    ({ half }) => {
      show({ login, text: half });
      return 'This half is yours to pass on.';
    },
    () => undefined,
  );
  return (
    <Button size="small" type="primary" loading={take.isPending} onClick={() => take.mutate(undefined)}>
      Take your half of the code
    </Button>
  );
}

/** Operators: who they are, and changes by two people. */
export function Staff() {
  const staff = useCall('console/staff', {});
  const me = useCall('console/me', {});
  const [adding, setAdding] = useState(false);
  const [changing, setChanging] = useState<{ member: Member; asked: Asked } | null>(null);
  const [half, setHalf] = useState<Half | null>(null);
  const may = useMay();
  const mayChange = (member: Member): boolean => member.state !== 'disabled' && member.id !== me.data?.id;
  return (
    <Page
      title="Operators"
      hint="An admin requests, a second operator approves. Nobody can decide about their own login."
      actions={
        may('console/staff_add') && (
          <Button type="primary" onClick={() => setAdding(true)}>
            Add operator
          </Button>
        )
      }
    >
      <Rows<Member>
        read={staff}
        rows={staff.data}
        rowKey="id"
        empty="No operators"
        columns={[
          { title: 'Login', dataIndex: 'login' },
          { title: 'Name', dataIndex: 'name' },
          { title: 'Role', dataIndex: 'role' },
          {
            title: 'State',
            render: (_, { state, setup_until_ms: until }) => (
              <>
                <Tag color={STATES[state].colour}>{STATES[state].text}</Tag>
                {until !== null && state === 'setup' && <span className="unit">until {moment(until)}</span>}
              </>
            ),
          },
          { title: 'Passkeys', align: 'right', dataIndex: 'passkeys' },
          timeColumn('Last seen (UTC)', (row) => row.seen_ms),
          timeColumn('Added (UTC)', (row) => row.created_ms),
          actionsColumn((member) => (
            <Space>
              {member.half_waits && <TakeHalf member={member} show={setHalf} />}
              {mayChange(member) &&
                ACTIONS.filter(([asked]) => may(`console/staff_${asked}`)).map(([asked, label]) => (
                  <Button
                    key={asked}
                    size="small"
                    danger={asked === 'disable'}
                    onClick={() => setChanging({ member, asked })}
                  >
                    {label}
                  </Button>
                ))}
            </Space>
          )),
        ]}
      />
      {adding && <Add close={() => setAdding(false)} show={setHalf} />}
      {changing && <Change {...changing} close={() => setChanging(null)} show={setHalf} />}
      {half && <HalfDialog half={half} close={() => setHalf(null)} />}
    </Page>
  );
}
