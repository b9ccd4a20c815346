import { Injectable, type OnModuleInit, type Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { definitionJsonSchema } from '../engine/index.js';
import { docsPage } from './docs-page/docs-page.js';
import { openApiDocument } from './document.js';

/** Builds the OpenAPI document and its HTML page from all controllers at the start. An undocumented route prevents the start. */
@Injectable()
export class OpenApi implements OnModuleInit {
  json = Buffer.alloc(0);
  page = Buffer.alloc(0);
  readonly definitionSchema = Buffer.from(JSON.stringify(definitionJsonSchema()));

  constructor(private readonly discovery: DiscoveryService) {}

  onModuleInit(): void {
    const controllers = this.discovery.getControllers().map(({ metatype }) => metatype as Type);
    const document = openApiDocument(controllers);
    this.json = Buffer.from(JSON.stringify(document));
    this.page = Buffer.from(docsPage(document));
  }
}
