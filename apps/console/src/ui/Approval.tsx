import { Alert, Button, Drawer, Flex, Form, Tag } from 'antd';
import { useState } from 'react';
import { api } from '../lib/api.ts';
import { moment } from '../lib/format.ts';
import { withFactor } from '../lib/passkey.ts';
import { useMay } from '../lib/rights.ts';
import { VersionPreview } from './ArticlePreview.tsx';
import { AskForm } from './AskForApproval.tsx';
import { Changes } from './Changes.tsx';
import { Facts } from './Facts.tsx';
import { Failure, Part } from './Page.tsx';
import { SignInAgain } from './SignInAgain.tsx';
import type { SignInFields } from './SignInAgain.tsx';
import { useDecision } from './useDecision.ts';
import { UserLink } from './UserLink.tsx';
import { APPROVAL_COLOURS } from './approvals.ts';
import type { Approval } from './approvals.ts';

const Person = ({ approval: { uid, person } }: { approval: Approval }) =>
  uid === null ? null : (
    <>
      <UserLink uid={uid} /> {person}
    </>
  );

/** The approver signs in again and approves the digest of what is shown. */
function Approve({ approval, close }: { approval: Approval; close: () => void }) {
  const approve = useDecision(
    async (fields: SignInFields) =>
      api.post('console/approve', {
        id: approval.id,
        digest: approval.digest,
        ...(await withFactor(fields)),
      }),
    `Request ${approval.id} is approved and done.`,
    close,
  );
  return (
    <Part title="Approve: sign in again">
      <Failure error={approve.error} />
      <Form
        layout="vertical"
        requiredMark={false}
        onFinish={(fields: SignInFields) => approve.mutate(fields)}
      >
        <Flex gap={16} wrap align="start">
          <SignInAgain />
        </Flex>
        <Button type="primary" htmlType="submit" loading={approve.isPending}>
          Approve exactly this
        </Button>
      </Form>
    </Part>
  );
}

/** Opens the preview of the article that would be published. */
function PreviewArticle({ version }: { version: number }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button style={{ marginTop: 16 }} onClick={() => setOpen(true)}>
        Preview the article
      </Button>
      {open && <VersionPreview version={version} close={() => setOpen(false)} />}
    </>
  );
}

function Open({ approval, close }: { approval: Approval; close: () => void }) {
  const may = useMay();
  return (
    <>
      {approval.own ? (
        <Alert
          style={{ marginTop: 16 }}
          type="info"
          showIcon
          title="This is your own request. Another operator has to approve it."
          description="You can withdraw it."
        />
      ) : (
        may('console/approve') && <Approve approval={approval} close={close} />
      )}
      {(approval.own || may('console/approve')) && (
        <Part title={approval.own ? 'Take back' : 'Refuse'}>
          <AskForm
            send={({ reason }) => api.post('console/refuse', { id: approval.id, reason })}
            close={close}
            button={approval.own ? 'Take back' : 'Refuse'}
            said={approval.own ? 'Taken back.' : 'Refused.'}
            danger
          />
        </Part>
      )}
    </>
  );
}

/** A request with its values before and after, and its decisions. */
export function DecideApproval({ approval, close }: { approval: Approval; close: () => void }) {
  const { state, decided_by: decider, decided_ms: decided } = approval;
  return (
    <Drawer open size={620} title={`Request ${approval.id}: ${approval.title}`} onClose={close}>
      <Facts
        label="Request"
        facts={[
          ['Subject', approval.subject],
          ...(approval.uid === null ? [] : [['User', <Person key="user" approval={approval} />] as const]),
          ['Reason', approval.reason],
          ['Asked', `${approval.asked_by}, ${moment(approval.created_ms)} UTC`],
          [
            'State',
            <Tag key="state" color={APPROVAL_COLOURS[state]}>
              {state}
            </Tag>,
          ],
          ...(decider === null ? [] : [['Decided', `${decider}, ${moment(decided)} UTC`] as const]),
        ]}
      />
      <Part title="What changes">
        <Changes changes={approval.changes} />
        {approval.article_version !== null && <PreviewArticle version={approval.article_version} />}
      </Part>
      {state === 'asked' && <Open approval={approval} close={close} />}
    </Drawer>
  );
}
