import type { ReplyOf } from '@karat/contract';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { moment } from '../../lib/format.ts';
import { useMay } from '../../lib/rights.ts';
import { AskForApproval } from '../../ui/AskForApproval.tsx';

type Halt = NonNullable<ReplyOf<'console/health'>['clock_halt']>;

const REASONS: Record<Halt['reason'], string> = {
  jumped: 'The clock of the server jumped',
  database_differs: 'The clocks of server and database differ',
  behind_last_tick: 'The clock of the server is behind the last price',
};

const MS_PER_S = 1_000;

/** Shows that timed settlement is halted, and requests to resume it. */
export function ClockHalt({ halt }: { halt: Halt }) {
  const [isAsking, setAsking] = useState(false);
  const may = useMay();
  const seconds = (Math.abs(halt.drift_ms) / MS_PER_S).toFixed(1);
  return (
    <>
      <Alert
        type="error"
        showIcon
        style={{ marginBottom: 20 }}
        title={`${REASONS[halt.reason]} by ${seconds} s: what settles by time is halted`}
        description={`Since ${moment(halt.at_ms)} UTC options are not settled, overnight fees are not charged and due work does not run. Correct the server time, then resume with a second operator.`}
        action={
          may('console/clock_resume') && (
            <Button size="small" danger onClick={() => setAsking(true)}>
              Resume
            </Button>
          )
        }
      />
      {isAsking && (
        <AskForApproval<object>
          title="Resume what settles by time"
          hint="Everything that fell due meanwhile is then settled at the prices of its own time."
          reason="Why the time is right now"
          close={() => setAsking(false)}
          send={({ reason }) => api.post('console/clock_resume', { reason })}
        />
      )}
    </>
  );
}
