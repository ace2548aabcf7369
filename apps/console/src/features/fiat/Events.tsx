import { words } from '../../lib/format.ts';
import { numberColumn, timeColumn } from '../../ui/columns.tsx';
import { Part } from '../../ui/Page.tsx';
import { CAME_ALONG, Rows } from '../../ui/Rows.tsx';
import type { Known } from './words.ts';

type Event = Known['events'][number];

/** Events of the payment provider. */
export function Events({ events }: { events: readonly Event[] }) {
  if (events.length === 0) return null;
  return (
    <Part title="Provider events">
      <Rows<Event>
        read={CAME_ALONG}
        rows={events}
        rowKey="event_id"
        empty=""
        columns={[
          { title: 'Event', render: (_, event) => words(event.kind) },
          numberColumn('Amount', (event) => event.amount),
          { title: 'Outcome', render: (_, event) => words(event.outcome) },
          timeColumn('Received (UTC)', (event) => event.at_ms),
        ]}
      />
    </Part>
  );
}
