export { Bubble, EventLine, NotSent } from './Bubble.tsx';
export { Composer } from './Composer.tsx';
export { ConversationPage } from './ConversationPage.tsx';
export { useOutgoing } from './outgoing.ts';
export type { Outgoing, OutgoingQueue } from './outgoing.ts';
export { conversationText } from './text.ts';
export { Timeline } from './Timeline.tsx';
export type { TimelineEntry } from './Timeline.tsx';
