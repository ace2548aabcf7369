import { useMay } from '../../lib/rights.ts';
import { actionsColumn, numberColumn } from '../../ui/columns.tsx';
import { Part } from '../../ui/Page.tsx';
import { CAME_ALONG, Rows } from '../../ui/Rows.tsx';
import { ConfirmLine } from './ConfirmLine.tsx';
import { PartPayment } from './PartPayment.tsx';
import type { Known } from './words.ts';
import { LineState } from './LineState.tsx';
import { isPayable } from './decisions.ts';

type Line = Known['lines'][number];

/** Statement lines that name this purchase. */
export function LinesOf({ facts }: { facts: Known }) {
  const may = useMay();
  return (
    <Part title="Lines of statements">
      <Rows<Line>
        read={CAME_ALONG}
        rows={facts.lines}
        rowKey={(line) => String(line.id)}
        empty="No statement line matches this purchase yet"
        columns={[
          { title: 'Booked', dataIndex: 'booked_on', className: 'figure' },
          numberColumn(
            'Amount',
            (line) => line.amount,
            (line) => line.currency,
          ),
          { title: 'Payer', dataIndex: 'payer' },
          { title: 'Remittance', dataIndex: 'remittance' },
          { title: 'Imported by', dataIndex: 'imported_by' },
          {
            title: 'State',
            render: (_, line) => <LineState line={line} />,
          },
          actionsColumn(
            (line) =>
              isPayable(facts, line) &&
              may('console/fiat_confirm') && <ConfirmLine facts={facts} line={line} />,
          ),
          actionsColumn(
            (line) =>
              line.part_received !== null &&
              may('console/fiat_part_accept') && (
                <PartPayment facts={facts} line={line} received={line.part_received} />
              ),
          ),
        ]}
      />
    </Part>
  );
}
