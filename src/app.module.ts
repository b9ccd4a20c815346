import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { ApiKeysModule } from './api-keys/api-keys.module.js';
import { AuditLogModule } from './audit-log/audit-log.module.js';
import { AuthGuard, ScopeGuard } from './auth/auth.guard.js';
import { AuthModule } from './auth/auth.module.js';
import { ErrorFilter } from './common/http/error.filter.js';
import { JsonBodyGuard, QueryGuard, validationPipe } from './common/http/input.guard.js';
import type { Settings } from './config/settings.js';
import { DatasetsModule } from './datasets/datasets.module.js';
import { McpModule, bearerChallengeOf } from './mcp/mcp.controller.js';
import { MembersModule } from './members/members.module.js';
import { HealthModule } from './health/health.module.js';
import { OpenApiModule } from './openapi/openapi.controller.js';
import { SETTINGS } from './platform/environment/settings.module.js';
import { isDatabaseUnavailable } from './platform/database/database-unavailable.js';
import { logRefusal, SecurityLog } from './platform/logging/security-log.service.js';
import { metrics } from './platform/metrics/metrics.js';
import { MetricsModule } from './platform/metrics/metrics-server.service.js';
import { PlatformModule } from './platform/platform.module.js';
import {
  OrganizationBudgets,
  ProcessorMeter,
  ProcessorBudgetInterceptor,
} from './platform/processor-budget/organization-budgets.service.js';
import type { ProcessName } from './platform/process/root.js';
import { ForwardingPeersGuard } from './platform/proxies/forwarding-peers.guard.js';
import { AddressLimitGuard, PlanLimitGuard } from './platform/rate-limit/limit.guard.js';
import { UnknownPathController } from './platform/rate-limit/unknown-path.controller.js';
import { TracingModule } from './platform/tracing/tracing.module.js';
import { isRedisUnavailable } from './platform/redis/redis-connection.js';
import { PopulationsModule, TargetMatchesModule } from './saved/saved.module.js';
import { PromotionModule, AutoSimulationsModule } from './routing/routing.module.js';
import { WorkflowsModule } from './workflows/workflows.module.js';
import { ReadingsModule } from './readings/readings.module.js';
import { sendSharedReportError } from './share-links/shared-runs.controller.js';
import { ShareLinksModule } from './share-links/share-links.module.js';
import { SimulationsModule } from './simulations/simulations.module.js';
import { UsageModule } from './usage/usage.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

/** A separate module, because the order of the imports determines the order of the routes. */
@Module({ controllers: [UnknownPathController] })
class UnknownPathModule {}

/** The HTTP process: guards, interceptor, pipes and filters in the order in which they run, and the features. */
@Module({
  providers: [
    PlanLimitGuard,
    { provide: APP_GUARD, useClass: ForwardingPeersGuard },
    { provide: APP_GUARD, useClass: AddressLimitGuard },
    { provide: APP_GUARD, useClass: AuthGuard },
    { provide: APP_GUARD, useExisting: PlanLimitGuard },
    { provide: APP_GUARD, useClass: ScopeGuard },
    { provide: APP_GUARD, useClass: JsonBodyGuard },
    { provide: APP_GUARD, useClass: QueryGuard },
    ProcessorMeter,
    OrganizationBudgets,
    { provide: APP_INTERCEPTOR, useClass: ProcessorBudgetInterceptor },
    { provide: APP_PIPE, useFactory: validationPipe },
    {
      provide: APP_FILTER,
      inject: [SecurityLog, SETTINGS],
      useFactory: (log: SecurityLog, { frontendUrl }: Settings) =>
        new ErrorFilter(
          (error) => isDatabaseUnavailable(error) || isRedisUnavailable(error),
          (error, request) => {
            metrics.refusals.inc({ code: error.code });
            logRefusal(log, error, request);
          },
          sendSharedReportError,
          frontendUrl,
          (path) => bearerChallengeOf(path, frontendUrl),
        ),
    },
  ],
})
export class AppModule {
  static with(settings: Settings, processName: ProcessName = 'api'): DynamicModule {
    const observed = [MetricsModule.of('api'), TracingModule.of(processName)];
    const features = [
      ApiKeysModule,
      AuditLogModule,
      AuthModule,
      MembersModule,
      HealthModule,
      WorkflowsModule,
      PromotionModule,
      AutoSimulationsModule,
      SimulationsModule,
      ReadingsModule,
      ShareLinksModule,
      PopulationsModule,
      TargetMatchesModule,
      DatasetsModule,
      UsageModule,
      WebhooksModule,
      McpModule,
      OpenApiModule,
    ];
    return { module: AppModule, imports: [PlatformModule.with(settings), ...observed, ...features, UnknownPathModule] };
  }
}
