import type { AllReplies } from '../../lib/calls.ts';
import { useGet } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { List, ListRow, Loaded, Num, Page, SkeletonForm } from '../../ui/index.ts';
import { growthText } from './text.ts';

type Score = AllReplies['credit/score'];

const signed = (points: number): string => (points > 0 ? `+${points}` : String(points));

/** Points with their sign. */
const Points = ({ points }: { readonly points: number }) => (
  <Num
    value={String(points)}
    signed
    intent={points === 0 ? 'muted' : 'auto'}
    className="shrink-0 text-base font-medium"
  />
);

function Parts({ parts }: { readonly parts: Score['parts'] }) {
  const t = useText(growthText);
  return (
    <List ground="card" aria-label={t('credit_parts')}>
      {parts.map(({ part, count, each, count_max: max, points }) => (
        <ListRow
          key={part}
          title={t(`credit_${part}`)}
          {...(part === 'base'
            ? {}
            : {
                hint: t('credit_terms', {
                  each: signed(each),
                  limit: signed(each * max),
                }),
                meta: t('credit_count', { count }),
              })}
          end={<Points points={points} />}
        />
      ))}
    </List>
  );
}

/** The own credit score with everything that it is made of. */
export default function CreditScore() {
  const t = useText(growthText);
  const score = useGet('credit/score', {}, { freshMs: 0 });
  return (
    <Page title={t('credit_score')} back="/pages/setting/userInfo">
      <Loaded query={score} skeleton={<SkeletonForm fields={4} />}>
        {(own) => (
          <div className="flex flex-col gap-5">
            <section className="rounded-lg bg-gold p-5 text-on-gold">
              <p className="text-4xl font-semibold tnum">{own.score}</p>
              <p className="mt-1 text-base">{t('credit_range', { max: own.max })}</p>
            </section>
            <Parts parts={own.parts} />
            <p className="px-1 text-sm text-muted">{t('credit_rules')}</p>
          </div>
        )}
      </Loaded>
    </Page>
  );
}
