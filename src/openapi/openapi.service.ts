import { Injectable, type OnModuleInit, type Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { StaticDocument } from '../common/http/static-document.js';
import { definitionJsonSchema } from '../engine/definition.js';
import { docsPage } from './docs-page/docs-page.js';
import { openApiDocument, type OpenApiDocument } from './document.js';
import { routesOf } from './route-reader.js';

/**
 * Builds the OpenAPI document and its HTML page from all controllers when they are first requested: most processes never send them, and they
 * take a fifth of the start. An undocumented route prevents the start.
 */
@Injectable()
export class OpenApi implements OnModuleInit {
  private controllers: readonly Type[] = [];
  private built: OpenApiDocument | undefined;
  private jsonDocument: StaticDocument | undefined;
  private pageDocument: StaticDocument | undefined;
  private schemaDocument: StaticDocument | undefined;

  constructor(private readonly discovery: DiscoveryService) {}

  onModuleInit(): void {
    this.controllers = this.discovery.getControllers().map(({ metatype }) => metatype as Type);
    routesOf(this.controllers);
  }

  get json(): StaticDocument {
    return (this.jsonDocument ??= new StaticDocument('application/json; charset=utf-8', JSON.stringify(this.document)));
  }

  get page(): StaticDocument {
    return (this.pageDocument ??= new StaticDocument('text/html; charset=utf-8', docsPage(this.document)));
  }

  get definitionSchema(): StaticDocument {
    return (this.schemaDocument ??= new StaticDocument(
      'application/schema+json; charset=utf-8',
      JSON.stringify(definitionJsonSchema()),
    ));
  }

  private get document(): OpenApiDocument {
    return (this.built ??= openApiDocument(this.controllers));
  }
}
