import { Injectable, type OnModuleInit, type Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
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
  private jsonBytes: Buffer | undefined;
  private pageBytes: Buffer | undefined;
  private definitionSchemaBytes: Buffer | undefined;

  constructor(private readonly discovery: DiscoveryService) {}

  onModuleInit(): void {
    this.controllers = this.discovery.getControllers().map(({ metatype }) => metatype as Type);
    routesOf(this.controllers);
  }

  get json(): Buffer {
    return (this.jsonBytes ??= Buffer.from(JSON.stringify(this.document)));
  }

  get page(): Buffer {
    return (this.pageBytes ??= Buffer.from(docsPage(this.document)));
  }

  get definitionSchema(): Buffer {
    return (this.definitionSchemaBytes ??= Buffer.from(JSON.stringify(definitionJsonSchema())));
  }

  private get document(): OpenApiDocument {
    return (this.built ??= openApiDocument(this.controllers));
  }
}
