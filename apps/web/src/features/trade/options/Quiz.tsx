import { useText } from '../../../lib/text.ts';
import { RiskQuiz } from '../../../ui/risk/index.ts';
import { optionsText } from './text.ts';

/** Quiz required before the first option. */
export default function Quiz() {
  const t = useText(optionsText);
  return (
    <RiskQuiz
      read="microtrade/quiz"
      send="microtrade/quiz_answer"
      invalidates={['microtrade/record']}
      lead={t('quiz_lead')}
      success={t('quiz_passed')}
      back="/pages/transaction/index2"
    />
  );
}
