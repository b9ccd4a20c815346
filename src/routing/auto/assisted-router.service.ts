import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller } from '../../common/identity/caller.js';
import type { NoAnswerReason } from '../../language-model/language-model-error.js';
import { LanguageModel } from '../../language-model/language-model.service.js';
import { hasSingleScenario } from '../../language-model/merge/readings.js';
import type { ModelHelp } from '../../language-model/merge/read-question.js';
import { Simulations } from '../../simulations/simulations.service.js';
import type { Workflow } from '../../workflows/workflow-catalog.service.js';
import { askFloor } from '../confidence/decide.js';
import { languageOf } from '../language.js';
import { QuestionRouter, type NamedRoute, type RoutedQuestion } from '../question-router.service.js';
import { QuestionReader } from './question-reader.service.js';

interface PossibleWorkflow {
  route: NamedRoute;
  workflow: Workflow;
}

/** A routed question with the workflows that it could mean, best first. */
export interface AssistedQuestion extends Pick<RoutedQuestion, 'decision' | 'scorer' | 'sentence'> {
  possible: PossibleWorkflow[];
  /** The question, or its translation into English. Rules read it. */
  english: string;
  /** Undefined if the rules read the question alone. */
  help: ModelHelp | undefined;
  /** What the language model decided, or why it was not used. */
  notes: string[];
  /** The language of a question that cannot be read. */
  unsupportedLanguage: string | undefined;
}

const unused: Record<NoAnswerReason, string> = {
  timeout: 'it did not respond in time',
  unavailable: 'it is unavailable',
  circuit_open: 'it is paused after failures',
  budget_used_up: 'the organization used its requests of the day',
  invalid_answer: 'its answer was not valid',
};
const withoutModel = (reason: NoAnswerReason) => `The language model was not used: ${unused[reason]}.`;
const chosenByModel = 'The confidence alone did not select a workflow. The language model selected this one.';

/**
 * Routes questions. If a language model is configured, it translates questions in other languages, decides between plausible workflows, and
 * reads parameter values. It never selects a workflow that the router does not consider plausible.
 */
@Injectable()
export class AssistedRouter {
  constructor(
    private readonly router: QuestionRouter,
    private readonly simulations: Simulations,
    private readonly model: LanguageModel,
    private readonly reader: QuestionReader,
  ) {}

  /** Also reads the workflows: a second connection inside a transaction could exhaust the pool and deadlock. */
  async route(caller: Caller, question: string): Promise<AssistedQuestion> {
    if (!this.model.isConfigured) return this.routed(caller, question);
    const language = await languageOf(question);
    if (language === null) return this.withValues(caller, question, await this.chosen(caller, question, question));
    const translated = await this.model.translate(caller, question);
    if (!translated.ok) return unsupported(question, language, [withoutModel(translated.reason)]);
    if ((await languageOf(translated.answer)) !== null)
      return unsupported(question, language, [withoutModel('invalid_answer')]);
    const routed = withoutWords(await this.chosen(caller, question, translated.answer));
    const assisted = await this.withValues(caller, question, routed);
    // The rules cannot quote the question, so that nothing is set without the model.
    return assisted.decision === 'accept' && !assisted.help
      ? unsupported(question, language, assisted.notes)
      : assisted;
  }

  private async routed(caller: Caller, english: string): Promise<AssistedQuestion> {
    const { decision, routes, scorer, sentence } = await this.router.route(caller, english);
    const found = await Promise.all(
      routes.map(async (route) => ({ route, workflow: await this.simulations.workflow(caller, route.workflow.id) })),
    );
    // A workflow may have been deprecated while the question was routed: offer the other ones.
    const isAvailable = (one: (typeof found)[number]): one is PossibleWorkflow => !(one.workflow instanceof AppError);
    const possible = found.filter(isAvailable);
    const isDecided = possible.length === found.length;
    const nothing = { help: undefined, notes: [], unsupportedLanguage: undefined };
    return { decision: isDecided ? decision : 'refuse', possible, scorer, sentence, english, ...nothing };
  }

  /** Lets the model decide between plausible workflows. Refusals with a lower confidence stay refusals. */
  private async chosen(caller: Caller, question: string, english: string): Promise<AssistedQuestion> {
    const routed = await this.routed(caller, english);
    const { decision, possible } = routed;
    const isPlausible = (possible[0]?.route.confidence ?? 0) >= askFloor;
    if (decision === 'accept' || !isPlausible) return routed;
    const answered = await this.model.rerank(
      caller,
      question,
      possible.map(({ workflow }) => workflow),
    );
    if (!answered.ok) return { ...routed, notes: [withoutModel(answered.reason)] };
    const best = possible.find(({ workflow }) => workflow.definition.workflow_id === answered.answer);
    if (!best) return routed;
    const others = possible.filter((one) => one !== best);
    return { ...routed, decision: 'accept', possible: [best, ...others], notes: [chosenByModel] };
  }

  private async withValues(caller: Caller, question: string, routed: AssistedQuestion): Promise<AssistedQuestion> {
    const [best] = routed.possible;
    if (routed.decision !== 'accept' || !best) return routed;
    const translation = routed.english === question ? undefined : routed.english;
    if (translation === undefined && (await this.isRead(caller, question, best.workflow))) return routed;
    const answered = await this.model.extract(caller, question, best.workflow);
    if (!answered.ok) return { ...routed, notes: [...routed.notes, withoutModel(answered.reason)] };
    return { ...routed, help: { translation, reading: answered.answer } };
  }

  /** Whether the rules read the question alone. A model reads values of one scenario only. */
  private async isRead(caller: Caller, question: string, workflow: Workflow): Promise<boolean> {
    if (workflow.definition.scenario.parameters.length === 0) return true;
    const [read] = await this.reader.read(caller.organizationId, [{ workflow, question }]);
    return !hasSingleScenario(read!);
  }
}

/** Removes words of a translation. The caller did not write them. */
function withoutWords(routed: AssistedQuestion): AssistedQuestion {
  const possible = routed.possible.map(({ route, workflow }) => {
    return { workflow, route: { ...route, explanation: { ...route.explanation, words: [] } } };
  });
  return { ...routed, possible, sentence: null };
}

const unsupported = (english: string, unsupportedLanguage: string, notes: string[]): AssistedQuestion => ({
  decision: 'refuse',
  possible: [],
  scorer: 'hybrid',
  sentence: null,
  english,
  help: undefined,
  notes,
  unsupportedLanguage,
});
