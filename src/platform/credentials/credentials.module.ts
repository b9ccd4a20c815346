import { Global, Module } from '@nestjs/common';
import { CurrentCredential } from './current-credential.service.js';

@Global()
@Module({ providers: [CurrentCredential], exports: [CurrentCredential] })
export class CredentialsModule {}
