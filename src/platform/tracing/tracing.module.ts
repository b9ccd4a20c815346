import { Inject, Module, type DynamicModule, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Settings } from '../../config/settings.js';
import { SETTINGS } from '../environment/settings.module.js';
import type { ProcessName } from '../process/root.js';

const PROCESS_NAME = Symbol('process name');

/**
 * Exports the spans of `spans.ts` to the OpenTelemetry collector. The packages that do it load only if a collector is configured:
 * without one, a span costs almost nothing.
 */
@Module({})
export class TracingModule implements OnModuleInit, OnApplicationShutdown {
  private provider: { shutdown(): Promise<void> } | undefined;

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(PROCESS_NAME) private readonly processName: ProcessName,
  ) {}

  static of(processName: ProcessName): DynamicModule {
    return { module: TracingModule, providers: [{ provide: PROCESS_NAME, useValue: processName }] };
  }

  async onModuleInit(): Promise<void> {
    if (this.settings.tracesUrl === undefined) return;
    const { NodeTracerProvider, BatchSpanProcessor } = await import('@opentelemetry/sdk-trace-node');
    const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
    const { resourceFromAttributes } = await import('@opentelemetry/resources');
    const provider = new NodeTracerProvider({
      resource: resourceFromAttributes({ 'service.name': `simulation-service-${this.processName}` }),
      // The exporter reads the URL and headers from OpenTelemetry's environment variables.
      spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
    });
    // Registers the W3C propagator too. Only `spans.ts` uses it: no instrumentation adds trace headers to outgoing requests.
    provider.register();
    this.provider = provider;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.provider?.shutdown().catch(() => undefined);
  }
}
