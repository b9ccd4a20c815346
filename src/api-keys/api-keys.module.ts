import { Module } from '@nestjs/common';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { ApiKeyAuthenticator } from './api-key-authenticator.service.js';
import { ApiKeyIssuer } from './api-key-issuer.service.js';
import { ApiKeyUsage } from './api-key-usage.service.js';
import { ApiKeysController } from './api-keys.controller.js';
import { ApiKeys } from './api-keys.service.js';
import { IdentityCache } from './identity-cache.service.js';

@Module({
  imports: [OrganizationsModule],
  controllers: [ApiKeysController],
  providers: [ApiKeys, ApiKeyIssuer, ApiKeyAuthenticator, ApiKeyUsage, IdentityCache],
  exports: [ApiKeyAuthenticator, ApiKeys],
})
export class ApiKeysModule {}
