import { ChevronDown, CircleHelp } from 'lucide-react';
import { useState } from 'react';
import { useGet } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { Button, Empty, Link, List, Loaded, Page, Prose, SearchField } from '../../ui/index.ts';
import { contentText } from './text.ts';

/** Questions and answers with a search. */
export default function Faq() {
  const t = useText(contentText);
  const [wanted, setWanted] = useState('');
  const faq = useGet('faq', {});
  const needle = wanted.trim().toLocaleLowerCase();
  return (
    <Page title={t('faq')}>
      <SearchField label={t('faq_search')} value={wanted} onValue={setWanted} className="mb-4" />
      <Loaded query={faq} empty={<Empty icon={<CircleHelp />} text={t('none')} next="support" />}>
        {(all) => {
          const rows = all.filter(({ title, content }) =>
            `${title} ${content}`.toLocaleLowerCase().includes(needle),
          );
          if (rows.length === 0) {
            return (
              <Empty
                icon={<CircleHelp />}
                text={t('faq_not_found')}
                action={
                  <Button variant="plain" onClick={() => setWanted('')}>
                    {t('faq_all')}
                  </Button>
                }
              />
            );
          }
          return (
            <List ground="flush">
              {rows.map(({ id, title, content }) => (
                <li key={id}>
                  <details className="group">
                    <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 px-4 py-3 text-lg [&::-webkit-details-marker]:hidden">
                      <span className="min-w-0 flex-1">{title}</span>
                      <ChevronDown
                        className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
                        aria-hidden="true"
                      />
                    </summary>
                    <div className="px-4 pb-5 text-muted">
                      <Prose content={content} />
                    </div>
                  </details>
                </li>
              ))}
            </List>
          );
        }}
      </Loaded>
      <p className="mt-8 text-center text-sm text-muted">
        {t('faq_more')}{' '}
        <Link
          to="/pages/kefu/index"
          className="inline-flex min-h-11 items-center font-semibold text-gold-ink underline underline-offset-4"
        >
          {t('support')}
        </Link>
      </p>
    </Page>
  );
}
