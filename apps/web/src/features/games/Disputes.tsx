import { MessageSquareWarning } from 'lucide-react';
import { usePages } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { Empty, Link, LoadedPages, Page } from '../../ui/index.ts';
import { DisputeCard } from './DisputePart.tsx';
import { unbroken } from './round.ts';
import { gamesText } from './text.ts';

/** The own disputes with their replies, newest first. */
export default function Disputes() {
  const t = useText(gamesText);
  return (
    <Page title={t('your_disputes')} back="/pages/game/game">
      <LoadedPages
        query={usePages('get', 'game/disputes', {})}
        empty={<Empty icon={<MessageSquareWarning />} text={t('none_disputes')} next="back" />}
      >
        {(rows) => (
          <ul className="flex flex-col gap-3">
            {rows.map((dispute) => (
              <li key={dispute.id}>
                <DisputeCard dispute={dispute}>
                  <Link
                    to="/pages/game/round"
                    search={{ id: dispute.round_id }}
                    className="-my-1 block py-1 text-base font-semibold text-gold-ink wrap-anywhere"
                  >
                    {unbroken(dispute.question)}
                  </Link>
                </DisputeCard>
              </li>
            ))}
          </ul>
        )}
      </LoadedPages>
    </Page>
  );
}
