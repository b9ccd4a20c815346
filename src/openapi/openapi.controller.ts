import { Controller, Get, Header, StreamableFile } from '@nestjs/common';
import { z } from 'zod';
import { Documented, InSection } from '../common/http/documented.decorators.js';
import { Public } from '../common/identity/identity.decorators.js';
import { docsPagePolicy } from './docs-page/docs-page.js';
import { OpenApi } from './openapi.service.js';

@Controller()
@Public()
@InSection({ name: 'Documentation', description: 'This document, for programs and for people.' })
export class OpenApiController {
  constructor(private readonly openApi: OpenApi) {}

  @Get('openapi.json')
  @Documented({
    summary: 'This document',
    description: 'OpenAPI 3.1, made from the code that answers.',
    content: { 'application/json': z.looseObject({ openapi: z.literal('3.1.0') }) },
  })
  document(): StreamableFile {
    return new StreamableFile(this.openApi.json, { type: 'application/json; charset=utf-8' });
  }

  @Get('schemas/workflow-definition.json')
  @Documented({
    summary: 'The JSON Schema of workflow definitions',
    description: 'For editors that complete and check, and for programs.',
    content: { 'application/schema+json': z.looseObject({ $schema: z.string(), title: z.string() }) },
  })
  definitionSchema(): StreamableFile {
    return new StreamableFile(this.openApi.definitionSchema, { type: 'application/schema+json; charset=utf-8' });
  }

  @Get('docs')
  @Header('Content-Security-Policy', docsPagePolicy)
  @Documented({
    summary: 'This document as a page',
    description: 'One page without scripts, complete in itself.',
    content: { 'text/html': z.string() },
  })
  page(): StreamableFile {
    return new StreamableFile(this.openApi.page, { type: 'text/html; charset=utf-8' });
  }
}
