import { Module } from '@nestjs/common';
import { DefinitionChecker } from './definition-checker.service.js';
import { Publications } from './publications.service.js';

/** Of the HTTP process and the operator's command, which needs no router: no embedder starts with it. */
@Module({
  providers: [{ provide: DefinitionChecker, useFactory: () => new DefinitionChecker() }, Publications],
  exports: [Publications],
})
export class PublicationsModule {}
