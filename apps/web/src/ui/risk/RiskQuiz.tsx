import { useId, useState } from 'react';
import type { AllReplies } from '../../lib/calls.ts';
import type { Path } from '../../lib/paths.ts';
import { useGet } from '../../lib/query.ts';
import { useText } from '../../lib/text.ts';
import { Button } from '../Button.tsx';
import { Loaded } from '../Loaded.tsx';
import { Page } from '../Page.tsx';
import { Select } from '../Select.tsx';
import { riskText } from './text.ts';

type Question = AllReplies['microtrade/quiz']['questions'][number];
type Given = Readonly<Record<number, number>>;

function Asked({
  question,
  given,
  wrong,
  onAnswer,
}: {
  readonly question: Question;
  readonly given: number | undefined;
  readonly wrong: boolean;
  readonly onAnswer: (answer: number) => void;
}) {
  const t = useText(riskText);
  const name = useId();
  return (
    <fieldset className="rounded-lg bg-surface p-4">
      <legend className="sr-only">{question.text}</legend>
      <p className="mb-2 font-semibold" aria-hidden="true">
        {question.id}. {question.text}
      </p>
      {question.answers.map((answer) => (
        <label key={answer.id} className="flex min-h-11 cursor-pointer items-center gap-3 text-base">
          <input
            type="radio"
            name={name}
            checked={given === answer.id}
            onChange={() => onAnswer(answer.id)}
            className="size-5 shrink-0 cursor-pointer appearance-none rounded-full border border-muted checked:border-[6px] checked:border-gold"
          />
          {answer.text}
        </label>
      ))}
      {wrong && (
        <p role="alert" className="mt-1 text-sm text-bad-ink">
          {t('wrong_here')}
        </p>
      )}
    </fieldset>
  );
}

function Country({ value, onChange }: { readonly value: string; readonly onChange: (code: string) => void }) {
  const t = useText(riskText);
  const areas = useGet('areas', {}, { freshMs: Infinity });
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm text-muted" aria-hidden="true">
        {t('country')}
      </p>
      <Select
        label={t('country')}
        placeholder={t('choose')}
        options={(areas.data ?? []).map(({ id, name }) => ({ id: String(id), label: name }))}
        value={value === '' ? undefined : value}
        onChange={onChange}
      />
    </div>
  );
}

type Quiz = AllReplies['microtrade/quiz'];
type Result = AllReplies['microtrade/quiz_answer'];

interface RiskQuizProps {
  readonly quiz: {
    readonly data: Quiz | undefined;
    readonly isPending: boolean;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  /** The action that sends the answers. */
  readonly answering: {
    readonly isPending: boolean;
    readonly mutate: (
      input: { readonly answers: string; readonly country: string },
      options: { readonly onSuccess: (result: Result) => void },
    ) => void;
  };
  /** What can be lost, above the questions. */
  readonly lead: string;
  /** Screen of the product. */
  readonly back: Path;
}

/** Quiz required before the first option or guess. */
export function RiskQuiz({ quiz, answering, lead, back }: RiskQuizProps) {
  const t = useText(riskText);
  const [given, setGiven] = useState<Given>({});
  const [wrong, setWrong] = useState<readonly number[]>([]);
  const [country, setCountry] = useState('');
  return (
    <Page title={t('quiz')} back={back}>
      <Loaded query={quiz}>
        {({ questions }) => (
          <div className="flex flex-col gap-4 py-2">
            <p className="text-base text-muted">{lead}</p>
            {questions.map((question) => (
              <Asked
                key={question.id}
                question={question}
                given={given[question.id]}
                wrong={wrong.includes(question.id)}
                onAnswer={(id) => {
                  setGiven({ ...given, [question.id]: id });
                  setWrong(wrong.filter((one) => one !== question.id));
                }}
              />
            ))}
            <Country value={country} onChange={setCountry} />
            {wrong.length > 0 && (
              <p role="alert" className="text-sm text-bad-ink">
                {t('quiz_wrong', { count: wrong.length })}
              </p>
            )}
            <Button
              wide
              size="lg"
              busy={answering.isPending}
              disabled={country === '' || questions.some(({ id }) => given[id] === undefined)}
              onClick={() =>
                answering.mutate(
                  { answers: questions.map(({ id }) => `${id}:${given[id] ?? 0}`).join(','), country },
                  { onSuccess: (result) => setWrong(result.wrong) },
                )
              }
            >
              {t('send_answers')}
            </Button>
          </div>
        )}
      </Loaded>
    </Page>
  );
}
