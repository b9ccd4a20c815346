import { Module } from '@nestjs/common';
import { ApiKeyAuthenticator } from './api-key-authenticator.service.js';
import { ApiKeyIssuer } from './api-key-issuer.service.js';

@Module({
  providers: [ApiKeyAuthenticator, ApiKeyIssuer],
  exports: [ApiKeyAuthenticator, ApiKeyIssuer],
})
export class ApiKeysModule {}
