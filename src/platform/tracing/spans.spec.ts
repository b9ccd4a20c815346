import { context, propagation, trace } from '@opentelemetry/api';
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { inSpan, spanContextOf, traceParent } from './spans.js';

const caller = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

describe('trace context without a collector', () => {
  it('writes and reads no trace', async () => {
    expect(await inSpan('work', {}, () => Promise.resolve(traceParent()))).toBeUndefined();
    expect(spanContextOf(caller)).toBeUndefined();
  });
});

describe('trace context with a collector', () => {
  beforeAll(() => new NodeTracerProvider().register());
  afterAll(() => [trace, context, propagation].forEach((api) => api.disable()));

  it('continues a trace in another process from the stored traceparent', async () => {
    const [stored, span] = await inSpan('request', {}, (active) =>
      Promise.resolve([traceParent(), active.spanContext()] as const),
    );
    expect(spanContextOf(stored)).toMatchObject({ traceId: span.traceId, spanId: span.spanId, isRemote: true });
    await inSpan('run', { parent: stored }, (active) => {
      expect(active.spanContext().traceId).toBe(span.traceId);
      return Promise.resolve();
    });
  });

  it('reads the traceparent header of a caller', () => {
    expect(spanContextOf(caller)).toMatchObject({ traceId: caller.slice(3, 35), spanId: caller.slice(36, 52) });
  });

  it.each([
    undefined,
    '',
    'x',
    caller.toUpperCase(),
    `${caller}-more`,
    caller.slice(0, -1),
    `ff${caller.slice(2)}`,
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    `00-0af7651916cd43dd8448eb211c80319c-${'0'.repeat(16)}-01`,
  ])('ignores the invalid traceparent %s', (invalid) => {
    expect(spanContextOf(invalid)).toBeUndefined();
  });
});
