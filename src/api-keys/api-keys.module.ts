import { Module } from '@nestjs/common';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { ApiKeyAuthenticator, ApiKeyUsage } from './api-key-authenticator.service.js';
import { ApiKeyIssuer } from './api-key-issuer.service.js';
import { ApiKeysController } from './api-keys.controller.js';
import { ApiKeys } from './api-keys.service.js';
import { IdentityCache } from './identity-cache.service.js';
import { LeakedKeysController } from './leaked-keys.controller.js';

@Module({
  imports: [OrganizationsModule],
  controllers: [ApiKeysController, LeakedKeysController],
  providers: [ApiKeys, ApiKeyIssuer, ApiKeyAuthenticator, ApiKeyUsage, IdentityCache],
  exports: [ApiKeyAuthenticator, ApiKeys],
})
export class ApiKeysModule {}
