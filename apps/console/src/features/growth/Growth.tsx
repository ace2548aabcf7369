import { useState } from 'react';
import { useMay } from '../../lib/rights.ts';
import { AskForApproval } from '../../ui/AskForApproval.tsx';
import { ChangeFields, changesOf } from '../../ui/ChangeFields.tsx';
import { Page } from '../../ui/Page.tsx';
import type { Change, ChangeValues } from '../../ui/change.ts';
import { Coupons } from './Coupons.tsx';
import { Gifts } from './Gifts.tsx';
import { Invitations } from './Invitations.tsx';
import { Rebates } from './Rebates.tsx';
import { VipLevels } from './VipLevels.tsx';
import { VipUsers } from './VipUsers.tsx';

/** VIP levels and who has them, rebates of invitations, fee coupons, gift codes. */
export function Growth() {
  const [request, setRequest] = useState<Change | null>(null);
  const may = useMay();
  return (
    <Page
      title="VIP and invitations"
      hint="Levels are set at 00:00 UTC by 30-day volume or balance. Changes need a second operator."
    >
      <VipLevels ask={may('console/vip_terms') ? setRequest : undefined} />
      <VipUsers />
      <Rebates ask={may('console/rebate_share') ? setRequest : undefined} />
      <Coupons ask={may('console/coupon_campaign') ? setRequest : undefined} />
      <Invitations may={may('console/invitation_release')} />
      {may('console/gifts') && <Gifts may={may('console/gift_cancel')} />}
      {request && (
        <AskForApproval<ChangeValues>
          title={request.title}
          initial={request.before}
          close={() => setRequest(null)}
          about={request.about ?? {}}
          send={(values) => {
            changesOf(request.fields, request.before, values);
            return request.send(values);
          }}
        >
          <ChangeFields fields={request.fields} before={request.before} />
        </AskForApproval>
      )}
    </Page>
  );
}
