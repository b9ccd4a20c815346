import { Module } from '@nestjs/common';
import { DefinitionChecker, Publications } from './publications.service.js';

/** For the HTTP process and the operator CLI. It imports no router, so that the CLI starts no embedder. */
@Module({
  providers: [{ provide: DefinitionChecker, useFactory: () => new DefinitionChecker() }, Publications],
  exports: [Publications],
})
export class PublicationsModule {}
