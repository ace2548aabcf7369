import { Alert, Button } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { moment } from '../lib/format.ts';
import { Loaded } from './Rows.tsx';

/** Who changed values last, and when; nobody as long as they are those of the settings. */
interface Origin {
  readonly changed_ms: number | null;
  readonly asked_by: string | null;
  readonly approved_by: string | null;
}

const originOf = ({ changed_ms: at, asked_by: asker, approved_by: approver }: Origin): string =>
  at === null
    ? 'From the settings of the server; operators have changed nothing.'
    : `Since ${moment(at)} UTC: requested by ${asker}, approved by ${approver}.`;

/** Thresholds with their origin; two operators change them, with the form of `ask`. */
export function Thresholds<Values extends Origin>({
  read,
  mayChange,
  ask,
  children,
}: {
  read: Parameters<typeof Loaded<Values>>[0]['read'];
  mayChange: boolean;
  ask: (now: Values, close: () => void) => ReactNode;
  children: (now: Values) => ReactNode;
}) {
  const [isAsking, setAsking] = useState(false);
  return (
    <Loaded read={read}>
      {(now) => (
        <div style={{ maxWidth: 720 }}>
          <Alert
            type="info"
            title={originOf(now)}
            action={mayChange && <Button onClick={() => setAsking(true)}>Change thresholds</Button>}
          />
          {children(now)}
          {isAsking && ask(now, () => setAsking(false))}
        </div>
      )}
    </Loaded>
  );
}
