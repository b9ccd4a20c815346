import { Module } from '@nestjs/common';
import { LanguageModel } from './language-model.service.js';
import { SurveyModel } from './survey-model.service.js';
import { isVerifiedProvider } from './daily-budget.js';

/** The HTTP process interprets questions, and the worker requests the answers of surveys. */
@Module({ providers: [isVerifiedProvider, LanguageModel, SurveyModel], exports: [LanguageModel, SurveyModel] })
export class LanguageModelModule {}
