import { Button } from 'antd';
import { api } from '../../lib/api.ts';
import { Failure, Part } from '../../ui/Page.tsx';
import { Reject } from '../../ui/Reject.tsx';
import { useDecision } from '../../ui/useDecision.ts';
import { REASONS } from './words.ts';

/**
 * Passes a request, requests the risk role where another account shares data, or fails it with a reason that the user
 * reads translated.
 */
export function Decision({ id, shared, close }: { id: number; shared: boolean; close: () => void }) {
  const approve = useDecision(
    () => api.post('console/verification_decide', { id, decision: 'approve' }),
    ({ approval }) =>
      approval === null
        ? 'Approved. The sender has been notified.'
        : `Asked as request ${approval}. Risk has to approve it.`,
    close,
  );
  return (
    <Part title="Decision">
      <Failure error={approve.error} />
      <Button type="primary" loading={approve.isPending} onClick={() => approve.mutate(undefined)}>
        {shared ? 'Ask risk for approval' : 'Approve'}
      </Button>
      <Part title="Or reject">
        <Reject
          reasons={REASONS}
          said="Rejected. The sender has been notified."
          close={close}
          send={(fields) => api.post('console/verification_decide', { id, decision: 'reject', ...fields })}
        />
      </Part>
    </Part>
  );
}
