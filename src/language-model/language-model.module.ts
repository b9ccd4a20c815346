import { Module } from '@nestjs/common';
import { LanguageModel } from './language-model.service.js';

/** Only the HTTP process interprets questions. */
@Module({ providers: [LanguageModel], exports: [LanguageModel] })
export class LanguageModelModule {}
