import { type INestApplicationContext, Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Sessions } from '../auth/session/sessions.service.js';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { AuditLogModule } from '../audit-log/audit-log.module.js';
import { tiers, type Tier } from '../common/identity/caller.js';
import { loadSettings, type Settings } from '../config/settings.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { PersonalDataModule } from '../personal-data/personal-data.service.js';
import { PlatformModule } from '../platform/platform.module.js';
import { preflightDatabases } from '../platform/process/root.js';
import { PublicationsModule } from '../workflows/publication/publications.service.js';
import { recordCommand } from './operator-command.js';
import { QueueControl } from '../simulations/queue/queue-control.service.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';

@Module({})
class CliModule {
  static with(settings: Settings): DynamicModule {
    const features = [
      ApiKeysModule,
      AuditLogModule,
      OrganizationsModule,
      PersonalDataModule,
      PublicationsModule,
      WebhooksModule,
    ];
    return {
      module: CliModule,
      imports: [PlatformModule.with(settings), ...features],
      providers: [QueueControl, Sessions],
    };
  }
}

/**
 * Runs `work` with the services of a command and closes them afterwards.
 *
 * @param needed the tiers that the command uses. It fails only if one of their databases is unavailable
 */
export async function withServices<T>(
  work: (services: INestApplicationContext) => Promise<T>,
  needed: readonly Tier[] = tiers,
): Promise<T> {
  const settings = loadSettings();
  await preflightDatabases(settings, needed);
  const services = await NestFactory.createApplicationContext(CliModule.with(settings), {
    logger: false,
    abortOnError: false,
  });
  try {
    await recordCommand(services, needed);
    return await work(services);
  } finally {
    await services.close();
  }
}
