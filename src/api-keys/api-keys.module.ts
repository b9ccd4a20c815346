import { Module } from '@nestjs/common';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { ApiKeyAuthenticator, ApiKeyUsage } from './api-key-authenticator.service.js';
import { ApiKeyDiscard } from './api-key-discard.service.js';
import { ApiKeyIssuer } from './api-key-issuer.service.js';
import { ApiKeysController } from './api-keys.controller.js';
import { ApiKeys } from './api-keys.service.js';
import { IdentityCache } from './identity-cache.service.js';
import { LeakedKeysController } from './leaked/leaked-keys.controller.js';
import { LeakedKeys } from './leaked/leaked-keys.service.js';

@Module({
  imports: [OrganizationsModule],
  controllers: [ApiKeysController, LeakedKeysController],
  providers: [ApiKeys, ApiKeyIssuer, ApiKeyDiscard, ApiKeyAuthenticator, ApiKeyUsage, IdentityCache, LeakedKeys],
  exports: [ApiKeyAuthenticator, ApiKeyDiscard, ApiKeys],
})
export class ApiKeysModule {}
