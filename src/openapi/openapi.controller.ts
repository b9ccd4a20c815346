import { Controller, Get, Header, Param, Module } from '@nestjs/common';
import { z } from 'zod';
import { Documented, InTag } from '../common/http/documented.decorators.js';
import type { StaticDocument } from '../common/http/reply.js';
import { Public } from '../common/identity/identity.decorators.js';
import { LimitPerAddress } from '../platform/rate-limit/rate-limit.decorators.js';
import { docsPagePolicy } from './docs-page/docs-page.js';
import { searchIndexSchema } from './docs-page/chapters.js';
import { OpenApi } from './openapi.service.js';
import { DiscoveryModule } from '@nestjs/core';

/** Each encoding has its own ETag. */
const documentHeaders = ['ETag', 'Cache-Control', 'Vary'] as const;

// The documents have up to 2.5 MB without compression.
@Controller()
@Public()
@LimitPerAddress({ name: 'docs', perMinute: 60 })
@InTag({ name: 'Documentation', description: 'The API reference, for programs and for people.' })
class OpenApiController {
  constructor(private readonly openApi: OpenApi) {}

  @Get('openapi.json')
  @Documented({
    summary: 'Read the OpenAPI document',
    description: 'Returns this reference as an OpenAPI 3.1 document. The service generates it from its code.',
    content: { 'application/json': z.looseObject({ openapi: z.literal('3.1.0') }) },
    headers: [...documentHeaders],
  })
  document(): StaticDocument {
    return this.openApi.json;
  }

  @Get('schemas/workflow-definition.json')
  @Documented({
    summary: 'Read the workflow definition schema',
    description: 'Returns the JSON Schema of workflow definitions, for editors and programs.',
    content: { 'application/schema+json': z.looseObject({ $schema: z.string(), title: z.string() }) },
    headers: [...documentHeaders],
  })
  definitionSchema(): StaticDocument {
    return this.openApi.definitionSchema;
  }

  @Get('docs')
  @Header('Content-Security-Policy', docsPagePolicy)
  @Documented({
    summary: 'Read the API reference',
    description:
      'Returns the first page of this reference: a quick start, a search for operations and fields, and links to the pages of all sections.',
    content: { 'text/html': z.string() },
    headers: [...documentHeaders],
  })
  page(): StaticDocument {
    return this.openApi.page();
  }

  @Get('docs/search.json')
  @Documented({
    summary: 'Read the search index of the API reference',
    description: 'Returns the operations, events and error codes that the search of the API reference finds.',
    content: { 'application/json': searchIndexSchema },
    headers: [...documentHeaders],
  })
  searchIndex(): StaticDocument {
    return this.openApi.searchIndex;
  }

  @Get('docs/:section')
  @Header('Content-Security-Policy', docsPagePolicy)
  @Documented({
    summary: 'Read a section of the API reference',
    description: 'Returns one section of this reference as an HTML page, with inputs to send requests with an API key.',
    parameters: { section: z.string().meta({ description: 'Section of the reference.', examples: ['simulations'] }) },
    content: { 'text/html': z.string() },
    headers: [...documentHeaders],
    errors: ['not_found'],
  })
  section(@Param('section') section: string): StaticDocument {
    return this.openApi.page(section);
  }
}

@Module({ imports: [DiscoveryModule], controllers: [OpenApiController], providers: [OpenApi] })
export class OpenApiModule {}
