import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller } from '../../common/identity/caller.js';
import type { Settings } from '../../config/settings.js';
import { unread, type Reading } from '../../../questions/reading.js';
import { LanguageModel } from '../../language-model/language-model.service.js';
import { SETTINGS } from '../../platform/environment/settings.module.js';
import type { scorerSchema } from '../../simulations/question-interpretation.schema.js';
import { RunPlanner } from '../../simulations/run-planner.service.js';
import type { Workflow } from '../../workflows/workflow-catalog.service.js';
import { languageOf } from '../language.js';
import { QuestionRouter, type RoutedVersion, type RoutedQuestion } from '../question-router.service.js';
import { withoutMarkup } from '../text/plain-text.js';
import type { AutoSimulation } from './auto-simulation.schema.js';
import {
  withoutModel,
  QUESTION_READER,
  type QuestionReader,
  type ReadQuestion,
  RulesReader,
} from './question-readers.js';

interface WorkflowRoute {
  route: RoutedVersion;
  workflow: Workflow;
}

/** A workflow that the question could mean, and the question as that workflow reads it. */
export interface ReadRoute extends WorkflowRoute {
  reading: Reading;
}

interface BestRoute extends Pick<ReadQuestion, 'reading' | 'readBy'> {
  /** Null if the request names the workflow. */
  route: RoutedVersion | null;
  /** The error to throw if the caller cannot use the workflow that the request names. */
  workflow: Workflow | AppError;
}

export interface RoutedAndRead {
  scorer: z.infer<typeof scorerSchema>;
  sentence: RoutedQuestion['sentence'];
  /** The workflow that answers the question; null below the floor. */
  best: BestRoute | null;
  alternatives: ReadRoute[];
  /** The language of a question that is not in English, as an ISO 639-1 code; null if it is in English or was translated. */
  language: string | null;
  notes: string[];
}

interface RoutableText extends Pick<RoutedAndRead, 'language' | 'notes'> {
  text: string;
  isTranslation: boolean;
}

/** Selects the workflow of a question, and reads the question for it and for the alternatives. */
@Injectable()
export class QuestionRouting {
  constructor(
    private readonly router: QuestionRouter,
    private readonly planner: RunPlanner,
    private readonly model: LanguageModel,
    private readonly rules: RulesReader,
    @Inject(QUESTION_READER) private readonly reader: QuestionReader,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Also reads the workflows: a second connection inside a transaction could exhaust the pool and deadlock. */
  async route(
    caller: Caller,
    { question: asked, workflow_id }: Pick<AutoSimulation, 'question' | 'workflow_id'>,
  ): Promise<RoutedAndRead> {
    const question = withoutMarkup(asked);
    if (workflow_id !== undefined) return this.readFor(caller, question, workflow_id);
    const { text, isTranslation, language, notes } = await this.routableText(caller, question);
    const { routes, scorer, sentence } = await this.router.route(caller, text);
    const known = language === null ? routes : routes.map(withoutConfidence);
    const available = await this.withWorkflows(caller, isTranslation ? known.map(withoutWords) : known);
    const [first] = available;
    const isAnswered = first !== undefined && first.route.confidence >= this.settings.routingFloor;
    const all = await this.readAll(caller, language === null ? text : null, available);
    const byRules = text === question && language === null ? all[0]?.reading : undefined;
    // The rules may have needed too much time for all workflows together.
    const isRead = byRules?.notRead.some(({ reason }) => reason === 'too_complex') === false;
    const best = isAnswered
      ? await this.reader.read(caller, question, first.workflow, isRead ? byRules : undefined)
      : null;
    return {
      scorer,
      sentence: isTranslation ? null : sentence,
      best: isAnswered && best ? { ...first, reading: best.reading, readBy: best.readBy } : null,
      alternatives: isAnswered ? all.slice(1) : all,
      language,
      notes: best?.note ? [...notes, best.note] : notes,
    };
  }

  private async readFor(caller: Caller, question: string, workflowId: string): Promise<RoutedAndRead> {
    const workflow = await this.planner.workflow(caller, workflowId);
    const read =
      workflow instanceof AppError
        ? { reading: unread(question), readBy: 'rules' as const, note: null }
        : await this.reader.read(caller, question, workflow);
    const language = await languageOf(question);
    const isForeign = language !== null && read.readBy === 'rules';
    const reading = isForeign ? withForeignWords(read.reading, question) : read.reading;
    return {
      scorer: 'caller',
      sentence: null,
      best: { route: null, workflow, reading, readBy: read.readBy },
      alternatives: [],
      language,
      notes: read.note ? [read.note] : [],
    };
  }

  /** The question, or its translation. Embeddings, words and rules are English. */
  private async routableText(caller: Caller, question: string): Promise<RoutableText> {
    const own = { text: question, isTranslation: false };
    const language = await languageOf(question);
    if (language === null) return { ...own, language, notes: [] };
    if (!this.model.isConfigured) return { ...own, language, notes: [] };
    const translated = await this.model.translate(caller, question);
    if (!translated.ok) return { ...own, language, notes: [withoutModel(translated.reason)] };
    if ((await languageOf(translated.answer)) !== null)
      return { ...own, language, notes: [withoutModel('invalid_answer')] };
    return { text: translated.answer, isTranslation: true, language: null, notes: [] };
  }

  private withWorkflows(caller: Caller, routes: readonly RoutedVersion[]): Promise<WorkflowRoute[]> {
    return Promise.all(
      routes.map(async (route) => ({ route, workflow: await this.planner.ofVersion(caller, route.version) })),
    );
  }

  /** @param english null if the rules cannot read the question */
  private async readAll(
    caller: Caller,
    english: string | null,
    routes: readonly WorkflowRoute[],
  ): Promise<ReadRoute[]> {
    const workflows = routes.map(({ workflow }) => workflow);
    const readings = english === null ? [] : await this.rules.readFor(caller, english, workflows);
    return routes.map((one, at) => ({ ...one, reading: readings[at] ?? unread('') }));
  }
}

/** The rules read English only: numbers and names in another language are no complete reading. */
const withForeignWords = (reading: Reading, question: string): Reading => ({
  ...reading,
  notRead: [...reading.notRead, { words: question, reason: 'language', parameters: [], candidates: [] }],
});

/** Similarity to a text in another language says nothing about the route. */
const withoutConfidence = (route: RoutedVersion): RoutedVersion => ({ ...route, confidence: 0 });

/** Removes words of a translation. The caller did not write them. */
const withoutWords = (route: RoutedVersion): RoutedVersion => ({
  ...route,
  explanation: { ...route.explanation, words: [] },
});
