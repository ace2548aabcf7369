export { RiskQuiz } from './RiskQuiz.tsx';
export { SelfLimits } from './SelfLimits.tsx';
export { riskText } from './text.ts';
