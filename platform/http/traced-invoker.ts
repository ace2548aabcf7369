import type { Span, Tracer } from '@karat/platform/tracing';
import type { AuthenticatedCaller, IncomingRequest } from './auth-guard.ts';
import type { Answer } from './envelope.ts';
import type { Invoker } from './invoke.ts';
import type { Mounted } from './mount.ts';

/** From this status on the server has failed, not the caller. */
const FAILED = 500;

/** The kind of a caller; never who it is. */
function kindOf(caller: AuthenticatedCaller): string {
  if (caller === undefined) return 'visitor';
  if (!('userId' in caller)) return 'operator';
  return caller.program ? 'program' : 'user';
}

/** Records one span for each call: its name, outcome, request id and the kind of its caller. */
export function tracedInvoker(invoker: Invoker, tracer: Tracer): Invoker {
  const start = ({ path }: Mounted, asking: IncomingRequest): Span | undefined =>
    tracer.startRequest(
      path,
      { 'karat.call': path, 'karat.request_id': asking.request.id },
      asking.traceparent,
    );
  const end = (span: Span, answer: Answer): Answer => {
    span.set({ 'karat.outcome': answer.refused ?? 'ok' });
    span.end(answer.status >= FAILED ? answer.refused : undefined);
    return answer;
  };
  return {
    ...invoker,
    async run(mounted, asking, caller, fields, file) {
      const span = start(mounted, asking);
      if (span === undefined) return invoker.run(mounted, asking, caller, fields, file);
      span.set({ 'karat.user_kind': kindOf(caller) });
      return end(span, await tracer.within(span, () => invoker.run(mounted, asking, caller, fields, file)));
    },
    async invoke(mounted, asking, fields, onCaller) {
      const span = start(mounted, asking);
      if (span === undefined) return invoker.invoke(mounted, asking, fields, onCaller);
      const onKnown = (caller: AuthenticatedCaller): void => {
        span.set({ 'karat.user_kind': kindOf(caller) });
        onCaller?.(caller);
      };
      return end(span, await tracer.within(span, () => invoker.invoke(mounted, asking, fields, onKnown)));
    },
  };
}
