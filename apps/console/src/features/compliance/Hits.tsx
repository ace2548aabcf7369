import { Typography } from 'antd';
import { moment } from '../../lib/format.ts';
import { FACTS, RULES } from '../../lib/monitoring.ts';
import type { CaseDetail } from '../../lib/cases.ts';
import { numberColumn, timeColumn } from '../../ui/columns.tsx';
import { Part } from '../../ui/Page.tsx';
import { CAME_ALONG, Rows } from '../../ui/Rows.tsx';
import { UserLink } from '../../ui/UserLink.tsx';

type Hit = CaseDetail['hits'][number];
type Fact = Hit['facts'][number];

/** The rules that were met, each with its facts. */
export function Hits({ hits }: { hits: readonly Hit[] }) {
  return (
    <Part title="Rules that were met">
      {hits.map((hit) => (
        <section key={hit.id} aria-label={RULES[hit.rule].title} style={{ marginBottom: 16 }}>
          <Typography.Paragraph style={{ marginBottom: 8 }}>
            <strong>{RULES[hit.rule].title}</strong>
            {hit.version === 0 ? ', built in' : `, version ${hit.version}`}: {hit.explanation}.{' '}
            <Typography.Text type="secondary">
              Window {moment(hit.from_ms)} to {moment(hit.to_ms)} UTC
            </Typography.Text>
          </Typography.Paragraph>
          <Rows<Fact>
            read={CAME_ALONG}
            rows={hit.facts}
            rowKey={(fact) => `${fact.kind}/${fact.reference}`}
            empty="No fact"
            columns={[
              timeColumn('Time (UTC)', (fact) => fact.at_ms),
              { title: 'Fact', render: (_, fact) => `${FACTS[fact.kind]} ${fact.reference}` },
              { title: 'UID', render: (_, fact) => <UserLink uid={fact.uid} /> },
              numberColumn('USDT', (fact) => fact.usdt),
              { title: 'About', render: (_, fact) => <span className="exact">{fact.note || '–'}</span> },
            ]}
          />
        </section>
      ))}
    </Part>
  );
}
