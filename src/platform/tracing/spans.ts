import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
  type SpanContext,
  type SpanKind,
} from '@opentelemetry/api';
import type { MeasuredPeriod } from './measured-period.js';

/** Not a constant: the bundle and the packages that register a tracer have copies of this API. A tracer from before would record nothing. */
export const tracer = () => trace.getTracer('simulation-service');

interface Carrier {
  traceparent?: string;
}

interface SpanOptions {
  kind?: SpanKind;
  attributes?: Attributes;
  /** Span of another process, as {@link traceParent} wrote it. */
  parent?: string | undefined;
}

/** Records the work as a span below `parent`, or below the active span if there is no parent. */
export function inSpan<T>(
  name: string,
  { kind, attributes, parent }: SpanOptions,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  return tracer().startActiveSpan(
    name,
    { ...(kind && { kind }), ...(attributes && { attributes }) },
    contextBelow(parent),
    async (span) => {
      try {
        return await work(span);
      } catch (error) {
        span.recordException(error instanceof Error ? error : String(error));
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
  );
}

/** Records a period that has ended as a span below `parent`, or below the active span. Without both, it records nothing. */
export function recordSpan({ name, startMs, endMs }: MeasuredPeriod, parent?: string): void {
  const below = contextBelow(parent);
  if (trace.getSpan(below)) tracer().startSpan(name, { startTime: startMs }, below).end(endMs);
}

/** W3C `traceparent` of the active span, to store with work for other processes. Undefined if nothing is traced. */
export function traceParent(): string | undefined {
  const carrier: Carrier = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}

/** The span that a W3C `traceparent` names. Undefined if the text is invalid or nothing is traced. */
export function spanContextOf(traceparent: string | undefined): SpanContext | undefined {
  return trace.getSpanContext(propagation.extract(ROOT_CONTEXT, { traceparent }));
}

/** The context of a span of another process, or the active context. */
function contextBelow(parent: string | undefined): Context {
  const remote = spanContextOf(parent);
  return remote ? trace.setSpanContext(context.active(), remote) : context.active();
}
