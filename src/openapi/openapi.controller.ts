import { Controller, Get, Header, StreamableFile } from '@nestjs/common';
import { z } from 'zod';
import { Documented, InTag } from '../common/http/documented.decorators.js';
import { Public } from '../common/identity/identity.decorators.js';
import { docsPagePolicy } from './docs-page/docs-page.js';
import { OpenApi } from './openapi.service.js';

@Controller()
@Public()
@InTag({ name: 'Documentation', description: 'The API reference, for programs and for people.' })
export class OpenApiController {
  constructor(private readonly openApi: OpenApi) {}

  @Get('openapi.json')
  @Documented({
    summary: 'Read the OpenAPI document',
    description: 'Returns this reference as an OpenAPI 3.1 document. The service generates it from its code.',
    content: { 'application/json': z.looseObject({ openapi: z.literal('3.1.0') }) },
  })
  document(): StreamableFile {
    return new StreamableFile(this.openApi.json, { type: 'application/json; charset=utf-8' });
  }

  @Get('schemas/workflow-definition.json')
  @Documented({
    summary: 'Read the workflow definition schema',
    description: 'Returns the JSON Schema of workflow definitions, for editors and programs.',
    content: { 'application/schema+json': z.looseObject({ $schema: z.string(), title: z.string() }) },
  })
  definitionSchema(): StreamableFile {
    return new StreamableFile(this.openApi.definitionSchema, { type: 'application/schema+json; charset=utf-8' });
  }

  @Get('docs')
  @Header('Content-Security-Policy', docsPagePolicy)
  @Documented({
    summary: 'Read the API reference page',
    description:
      'Returns this reference as one self-contained HTML page with a search, a quick start, and inputs to send requests with an API key.',
    content: { 'text/html': z.string() },
  })
  page(): StreamableFile {
    return new StreamableFile(this.openApi.page, { type: 'text/html; charset=utf-8' });
  }
}
