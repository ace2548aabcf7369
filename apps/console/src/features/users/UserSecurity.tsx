import type { ReplyOf } from '@karat/contract';
import { Alert, Button, Flex } from 'antd';
import { useState } from 'react';
import { api, useCall } from '../../lib/api.ts';
import { moment } from '../../lib/format.ts';
import { AskForApproval } from '../../ui/AskForApproval.tsx';
import { Facts } from '../../ui/Facts.tsx';
import type { Fact } from '../../ui/Facts.tsx';
import { Failure, Part } from '../../ui/Page.tsx';

type Security = ReplyOf<'console/user_security'>;
type Asking = 'freeze' | 'unfreeze' | 'totp' | 'passkeys';

const TITLES: Readonly<Record<Asking, string>> = {
  freeze: 'Freeze this account',
  unfreeze: 'Open this account again',
  totp: 'Remove the lost authenticator',
  passkeys: 'Remove all passkeys',
};
const mark = (on: boolean, since: number | null = null): string =>
  on ? (since === null ? 'yes' : `since ${moment(since)} UTC`) : 'no';

/** One operator can freeze at once. */
const FREEZING = { button: 'Freeze', said: 'The account is frozen.', danger: true } as const;

/** Freezes an account, or requests a change that a second operator approves. */
export function AskForAccount({ uid, asking, close }: { uid: number; asking: Asking; close: () => void }) {
  return (
    <AskForApproval
      title={`${TITLES[asking]}: ${uid}`}
      {...(asking === 'freeze' ? FREEZING : {})}
      close={close}
      send={async ({ reason }) => {
        switch (asking) {
          case 'totp':
            return api.post('console/totp_reset', { uid, reason });
          case 'passkeys':
            return api.post('console/passkeys_reset', { uid, reason });
          case 'freeze':
            return api.post('console/stop', { target: 'user', subject: String(uid), reason });
          case 'unfreeze':
            return api.post('console/resume', { target: 'user', subject: String(uid), reason });
        }
      }}
    />
  );
}

const factsOf = (of: Security): readonly Fact[] => [
  ['Score', `${of.score} of 100`],
  ['Pay password', mark(of.pay_password, of.pay_password_ms)],
  ['Authenticator', mark(of.totp, of.totp_ms)],
  ['Backup codes left', of.backup_codes],
  ['Passkeys', of.passkeys],
  ['API keys', of.api_keys],
  ['Anti-phishing code', mark(of.anti_phishing)],
  [
    'Withdrawals wait',
    of.hold_until_ms === null ? 'no' : `until ${moment(of.hold_until_ms)} UTC (${of.hold_reason})`,
  ],
];

function Frozen({ account: { frozen_by: by, unfreeze_ms: requested } }: { account: Security }) {
  if (by === null) return null;
  return (
    <Alert
      type="error"
      showIcon
      style={{ marginBottom: 12 }}
      title={`Frozen by ${by === 'user' ? 'its owner' : 'operators'}`}
      description={
        requested === null
          ? 'Its owner has not requested to unfreeze it.'
          : `Its owner requested to unfreeze it with password and code, ${moment(requested)} UTC.`
      }
    />
  );
}

/** Protections of an account, and actions on them. */
export function UserSecurity({ uid }: { uid: number }) {
  const security = useCall('console/user_security', { uid });
  const [asking, setAsking] = useState<Asking | null>(null);
  const { data } = security;
  if (!data) return <Failure error={security.error} retry={() => void security.refetch()} />;
  const unasked = data.frozen_by === 'user' && data.unfreeze_ms === null;
  return (
    <Part title="Security">
      <Frozen account={data} />
      <Facts facts={factsOf(data)} />
      <Flex gap="small" wrap style={{ marginTop: 12 }}>
        {data.status === 'active' && (
          <Button danger onClick={() => setAsking('freeze')}>
            Freeze
          </Button>
        )}
        {data.status === 'frozen' && !unasked && (
          <Button onClick={() => setAsking('unfreeze')}>Unfreeze</Button>
        )}
        {data.totp && <Button onClick={() => setAsking('totp')}>Remove lost authenticator</Button>}
        {data.passkeys > 0 && <Button onClick={() => setAsking('passkeys')}>Remove lost passkeys</Button>}
      </Flex>
      {asking && <AskForAccount uid={uid} asking={asking} close={() => setAsking(null)} />}
    </Part>
  );
}
