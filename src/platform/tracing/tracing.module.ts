import { Inject, Module, type DynamicModule, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { propagation } from '@opentelemetry/api';
import type { Settings } from '../../config/settings.js';
import { SETTINGS } from '../environment/settings.module.js';

const PROCESS_NAME = Symbol('process name');

/**
 * Sends what `spans.ts` marks to the collector. The packages that do it are loaded only where one is configured: elsewhere a span
 * costs next to nothing.
 */
@Module({})
export class TracingModule implements OnModuleInit, OnApplicationShutdown {
  private provider: { shutdown(): Promise<void> } | undefined;

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(PROCESS_NAME) private readonly processName: string,
  ) {}

  static of(processName: 'api' | 'worker'): DynamicModule {
    return { module: TracingModule, providers: [{ provide: PROCESS_NAME, useValue: processName }] };
  }

  async onModuleInit(): Promise<void> {
    if (this.settings.tracesUrl === undefined) return;
    const { NodeTracerProvider, BatchSpanProcessor } = await import('@opentelemetry/sdk-trace-node');
    const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
    const { resourceFromAttributes } = await import('@opentelemetry/resources');
    const provider = new NodeTracerProvider({
      resource: resourceFromAttributes({ 'service.name': `simulation-service-${this.processName}` }),
      // Where to, and with which headers, the exporter reads from the variables that OpenTelemetry defines.
      spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
    });
    provider.register();
    // What goes out of the house says nothing of our traces.
    propagation.disable();
    this.provider = provider;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.provider?.shutdown().catch(() => undefined);
  }
}
