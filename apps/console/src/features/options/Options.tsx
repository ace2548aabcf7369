import { Flex } from 'antd';
import { useState } from 'react';
import { useCall } from '../../lib/api.ts';
import { useMay } from '../../lib/rights.ts';
import { AskForApproval } from '../../ui/AskForApproval.tsx';
import { ChangeFields, changesOf } from '../../ui/ChangeFields.tsx';
import { Page } from '../../ui/Page.tsx';
import { Loaded } from '../../ui/Rows.tsx';
import type { Change } from '../../ui/change.ts';
import { Pools, Today } from './Pools.tsx';
import { Currencies, Durations, Exposure, Regions } from './Terms.tsx';

const REFRESH_MS = 3_000;

/**
 * Terms of seconds options, liabilities of the pools, open options. Outcomes follow from the index and cannot be
 * changed here.
 */
export function Options() {
  const [asking, setAsking] = useState<Change | null>(null);
  const options = useCall('console/options', {}, REFRESH_MS);
  const may = useMay();
  const ask = may('console/option_currency') ? setAsking : undefined;
  return (
    <Page
      title="Options"
      hint="Changes apply to new orders and need a second operator. Outcomes come from the published index only."
    >
      <Loaded read={options}>
        {({ pools, day, exposure, durations, currencies, regions }) => (
          <>
            <Flex gap={12} wrap align="stretch">
              <Pools pools={pools} />
              <Today day={day} />
            </Flex>
            <Exposure rows={exposure} />
            <Durations rows={durations} ask={ask} />
            <Currencies rows={currencies} ask={ask} />
            <Regions regions={regions} ask={ask} />
          </>
        )}
      </Loaded>
      {asking && (
        <AskForApproval
          title={asking.title}
          initial={asking.before}
          close={() => setAsking(null)}
          about={asking.about ?? {}}
          send={(values) => {
            changesOf(asking.fields, asking.before, values);
            return asking.send(values);
          }}
        >
          <ChangeFields fields={asking.fields} before={asking.before} />
        </AskForApproval>
      )}
    </Page>
  );
}
