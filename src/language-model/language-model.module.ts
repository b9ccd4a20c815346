import { Module } from '@nestjs/common';
import { LanguageModel } from './language-model.service.js';
import { SurveyModel } from './survey/survey-model.service.js';
import { isVerifiedProvider } from './verified-organizations.js';

/** The HTTP process interprets questions, and the worker requests the answers of surveys. */
@Module({ providers: [isVerifiedProvider, LanguageModel, SurveyModel], exports: [LanguageModel, SurveyModel] })
export class LanguageModelModule {}
