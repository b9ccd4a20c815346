import type { Candidate, ScoredQuestion, QuestionScorer, RoutedWorkflow } from '../scorer/question-scorer.js';
import { fittedModels, predict, type ConfidenceModels } from './logistic.js';

/** Scores differ little; this factor spreads them before they are compared as odds. */
const temperature = 0.1;
const maxLogit = 8;

/**
 * Features of the confidence. The sizes of catalog and question are not features: their effect did not transfer between data sets. A
 * competitor with score 0 is always included; without it, a catalog of one workflow would always give full confidence. Similarities leave
 * out words that the catalog does not have, so the lead of the examples counts as far as their words cover the question.
 */
export function featuresOf({ candidates, coverage, answerable, business }: ScoredQuestion): number[] {
  const [best] = candidates;
  if (!best) return [];
  const mean = candidates.reduce((sum, { score }) => sum + score, 0) / candidates.length;
  const share = 1 / (1 + rivals(candidates));
  const hasNotFor = best.workflow.notFor.length > 0 ? 1 : 0;
  return [
    best.score,
    Math.max(-maxLogit, Math.min(maxLogit, Math.log(share / (1 - share)))),
    mean,
    coverage,
    best.counterLikeness,
    hasNotFor,
    hasNotFor * coverage * leadOfExamples(candidates),
    answerable,
    business,
  ];
}

/**
 * Similarity of the most similar example of all workflows minus that of the most similar `not_for` question. People ask for a cause, a
 * price or an instruction in the same words on every topic, so the `not_for` questions of other workflows count too.
 */
function leadOfExamples(candidates: readonly Candidate[]): number {
  const examples = candidates.map(({ example }) => example.likeness);
  const counterExamples = candidates.map(({ counterLikeness }) => counterLikeness);
  return Math.max(...examples) - Math.max(...counterExamples);
}

/** Odds of all competitors against the best workflow. */
function rivals(candidates: readonly Candidate[]): number {
  const [best, ...others] = candidates.map(({ score }) => score);
  return [...others, 0].reduce((sum, score) => sum + Math.exp((score - best!) / temperature), 0);
}

/** Why a workflow was chosen: the matching words, and the most similar example. */
export interface Explanation {
  /** Words that the question shares with the workflow's examples, strongest first. */
  words: string[];
  example: string;
  /** The `not_for` question that is more similar than any example, if there is one. */
  against: string | null;
  /** `hybrid`: sentence vectors and words; `lexical`: words only, because no sentence vector was available. */
  method: 'hybrid' | 'lexical';
  parts: { semantic: number; lexical: number; example: number; pull: number };
}

export interface Routed {
  /** Only the id: the result crosses a thread boundary, and a workflow has many texts. */
  workflow: Pick<RoutedWorkflow, 'id'>;
  /** Calibrated probability, 0 to 1, that the route is correct. */
  confidence: number;
  /** Odds of the workflow relative to the best one: 1 for the best. */
  odds: number;
  explanation: Explanation;
}

/** Scores of words alone differ less: the factor is the ratio of the standard deviations of both scores in the fit. */
const lexicalTemperature = 0.36 * temperature;
const maxWords = 5;
const maxLogOdds = 8;
const decimals = 4;

/** A text to compare: a question or one of its sentences. Without a sentence vector, only words are compared. */
export interface QuestionText {
  text: string;
  vector: ArrayLike<number> | undefined;
}

export interface RoutedText {
  routes: Routed[];
  /** The sentence of a long question that decided; null if the whole question did. */
  sentence: string | null;
}

/** A text with the scores of all workflows, and the confidence that the best one is correct. */
interface JudgedText extends ScoredQuestion {
  text: string;
  method: Explanation['method'];
  confidence: number;
}

/**
 * Ranks the workflows for a question, best first, with the confidence that each is correct. The confidence of the best one is calibrated.
 * The others share the rest in proportion to the odds of their scores. Deterministic.
 *
 * The sentence with the highest confidence decides instead of the whole question if its confidence is higher. The best of several sentences
 * is confident too often, so a second calibration, fitted on long questions, replaces its confidence.
 *
 * @param sentences sentences of a long question that could decide; see `decidingSentences`
 * @param models other models than those of the service, for benchmarks
 */
export function routeQuestion(
  scorer: QuestionScorer,
  question: QuestionText,
  sentences: readonly QuestionText[],
  most: number,
  models: ConfidenceModels = fittedModels,
): RoutedText {
  const whole = judge(scorer, question, models);
  if (!whole) return { routes: [], sentence: null };
  const best = bestOf(sentences.map((sentence) => judge(scorer, sentence, models)));
  if (!best) return { routes: routesOf(scorer, whole, whole.confidence, most), sentence: null };
  const confidence = predict(models[whole.method].long, longFeaturesOf(whole, best, sentences.length));
  const decides = best.confidence > whole.confidence ? best : whole;
  const routes = routesOf(scorer, decides, confidence, most);
  return { routes, sentence: decides === best ? best.text : null };
}

/**
 * Features of the confidence of a long question: the log odds of its best sentence and of the whole, whether both have the same workflow,
 * and the logarithm of the number of sentences. Empty if the catalog is empty.
 */
export function featuresOfLongQuestion(
  scorer: QuestionScorer,
  question: QuestionText,
  sentences: readonly QuestionText[],
  models: ConfidenceModels,
): { features: number[]; workflowId: string } | undefined {
  const whole = judge(scorer, question, models);
  const best = bestOf(sentences.map((sentence) => judge(scorer, sentence, models)));
  if (!whole || !best) return undefined;
  const decides = best.confidence > whole.confidence ? best : whole;
  return { features: longFeaturesOf(whole, best, sentences.length), workflowId: workflowOf(decides).id };
}

const longFeaturesOf = (whole: JudgedText, best: JudgedText, sentenceCount: number) => [
  logOdds(best.confidence),
  logOdds(whole.confidence),
  workflowOf(whole) === workflowOf(best) ? 1 : 0,
  Math.log(sentenceCount),
];

const workflowOf = ({ candidates }: JudgedText) => candidates[0]!.workflow;

const logOdds = (confidence: number) =>
  Math.max(-maxLogOdds, Math.min(maxLogOdds, Math.log(confidence / (1 - confidence))));

function bestOf(texts: readonly (JudgedText | undefined)[]): JudgedText | undefined {
  return texts.reduce((best, text) => (text && (!best || text.confidence > best.confidence) ? text : best), undefined);
}

function judge(
  scorer: QuestionScorer,
  { text, vector }: QuestionText,
  models: ConfidenceModels,
): JudgedText | undefined {
  const used = scorer.hasVectors ? vector : undefined;
  const scored = scorer.score(text, used);
  if (scored.candidates.length === 0) return undefined;
  const method = used ? 'hybrid' : 'lexical';
  return { ...scored, text, confidence: predict(models[method].short, featuresOf(scored)), method };
}

function routesOf(
  scorer: QuestionScorer,
  { candidates, text, method }: JudgedText,
  confidence: number,
  most: number,
): Routed[] {
  const best = candidates[0]!;
  return candidates.slice(0, most).map((candidate, rank) => ({
    workflow: { id: candidate.workflow.id },
    odds: round(odds(candidate, best, method === 'hybrid' ? temperature : lexicalTemperature)),
    confidence: round(
      rank === 0 ? confidence : Math.min(confidence * odds(candidate, best, temperature), 1 - confidence),
    ),
    explanation: {
      words: scorer.wordsFor(text, candidate.workflow.id, maxWords),
      example: candidate.example.text,
      against: candidate.against,
      method,
      parts: {
        semantic: round(candidate.semantic),
        lexical: round(candidate.lexical),
        example: round(candidate.example.likeness),
        pull: round(candidate.pull),
      },
    },
  }));
}

const odds = (candidate: Candidate, best: Candidate, spread: number) =>
  Math.exp((candidate.score - best.score) / spread);

const round = (value: number) => Math.round(value * 10 ** decimals) / 10 ** decimals;
