import type { Sentence } from '../../../engine/model/sentence.js';
import type { Reason } from '../../../engine/definition.js';
import { displayDifference, displayQuantity } from '../../../engine/transcript.js';
import { studentQuantile, zScore95 } from '../../../engine/math/student-quantile.js';
import { exposureBefore, type Run, valueOf } from './agents.js';
import { scoresOf, type Weight } from './comparison.js';
import type { AgentValues, ReferenceModel } from './reference-model.js';

/** Everything that a check of one agent's sentences needs. */
export interface AgentContext {
  readonly run: Run;
  readonly model: ReferenceModel;
  readonly agent: number;
  readonly values: AgentValues;
  /** Weighs the terms that a filter selects in the comparison of the transcript; undefined without a comparison. */
  readonly weigh: ((selects: (term: string) => boolean) => Weight) | undefined;
  /** The transcript. */
  readonly sentences: readonly Sentence[];
}

const tolerance = 1e-6;
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];
const near = (a: number, b: number) => Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(b));
const strength = (weight: number) => (Math.abs(weight) >= 1 ? 'strong' : Math.abs(weight) >= 0.4 ? 'moderate' : 'weak');
const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const asText = (text: string) => capitalized(/[.!?]$/.test(text) ? text : `${text}.`);
const fill = (template: string, words: Readonly<Record<string, string>>) =>
  template.replace(/\{([^{}]*)\}/g, (whole, name: string) => words[name] ?? whole);

/** Smallest ratio of a weight to its standard error that is significant at the 5% level. */
function criticalOf({ definition: { evidence } }: Run): number {
  const degrees = evidence.covariance?.degrees_of_freedom;
  return degrees === undefined ? zScore95 : studentQuantile(degrees);
}

/** States the first difference between a sentence and the numbers; undefined if all agree. */
export function contradictionOf(context: AgentContext, sentence: Sentence): string | undefined {
  const failed: string[] = [];
  const demand = (holds: boolean, what: string) => {
    if (!holds) failed.push(what);
  };
  demand(/^[A-Z“"\d].*[.!?]$/.test(sentence.text), 'capital letter and final period');
  demand(!/[{}]|undefined|NaN|null|\.\.| {2}|\b(\w+) \1\b/.test(sentence.text.replace(/\b(that that|had had)\b/, '')), 'form');
  checkOf(context, sentence, demand);
  return failed.length > 0
    ? `${failed.join(', ')}: [${sentence.kind}] ${sentence.text} ${JSON.stringify(sentence.facts)}`
    : undefined;
}

type Demand = (holds: boolean, what: string) => void;

function checkOf(context: AgentContext, { kind, text, facts }: Sentence, demand: Demand): void {
  const { run, model, agent, values } = context;
  const { definition } = run;
  const { narrative, decision } = definition;
  const nounOf = (outcome: number) => model.outcomes[outcome]!.noun;
  const own = ownOutcome(context);
  switch (kind) {
    case 'introduction':
      return demand(text === asText(fill(narrative.introduction[facts.position]!.text, phrasesOf(context))), 'text');
    case 'situation':
      return demand(text === asText(fill(narrative.situation[facts.position]!.text, phrasesOf(context))), 'text');
    case 'assignment': {
      const { assigned, not_assigned } = narrative.assignments[facts.assignment]!;
      demand(values.assigned[facts.assignment] === Number(facts.isAssigned), 'assignment');
      return demand(text === asText(fill((facts.isAssigned ? assigned : not_assigned)!, phrasesOf(context))), 'text');
    }
    case 'alternative': {
      for (const [id, value] of Object.entries(facts.values)) {
        const { unit } = variableOf(run, id);
        demand(near(value, model.variables[id]![facts.alternative]!(values)), `value of ${id}`);
        demand(text.includes(displayQuantity(value, unit)) || narrative.variables[id]!.zero !== undefined, id);
      }
      return demand(valueOf(run, `available.${facts.alternative}`, agent) === 1, 'availability');
    }
    case 'unavailable':
      return demand(valueOf(run, `available.${facts.alternative}`, agent) === 0, 'availability');
    case 'variable': {
      const [equation] = Object.keys(model.variables[facts.variable]!);
      demand(near(facts.value, model.variables[facts.variable]![equation!]!(values)), 'value');
      return demand(
        text.includes(displayQuantity(facts.value, variableOf(run, facts.variable).unit)) ||
          narrative.variables[facts.variable]!.zero !== undefined,
        'text',
      );
    }
    case 'latent_class': {
      const classes = decision.family === 'conditional_logit' ? decision.classes! : [];
      return demand(classes[valueOf(run, 'class', agent)]!.id === facts.latentClass, 'class');
    }
    case 'runner_up': {
      const scores = scoresOf(run, agent);
      const byScore = [...scores].sort((a, b) => b.score - a.score);
      demand(byScore[0]!.position === facts.chosen && byScore[1]!.position === facts.other, 'rank with the errors');
      const { utility } = scores.find(({ position }) => position === facts.other)!;
      demand(scores.filter((one) => one.utility > utility).length + 1 === facts.systematicRank, 'systematic rank');
      const ordinal = ordinals[facts.systematicRank - 1]!;
      return demand(text.includes(`runner-up is ${nounOf(facts.other)}, ${ordinal} by systematic utility`), 'text');
    }
    case 'reasons': {
      const sign = facts.direction === 'for' ? 1 : -1;
      const texts = facts.reasons.map(({ id, weight, standardError }) => {
        const reason = narrative.reasons.find((one) => one.id === id)!;
        const expected = context.weigh!((term) => reason.terms.includes(term));
        demand(near(weight, expected.weight), `weight of ${id}: ${expected.weight}`);
        demand(near(standardError, expected.standardError), `standard error of ${id}: ${expected.standardError}`);
        demand(Math.abs(weight) >= (criticalOf(run) - tolerance) * standardError, `significance of ${id}`);
        demand(weight * sign >= 0.1, `size and direction of ${id}`);
        return `${reasonText(context, reason, weight)!} (${strength(weight)})`;
      });
      const sizes = facts.reasons.map(({ weight }) => Math.abs(weight));
      demand(
        sizes.every((size, k) => k === 0 || size <= sizes[k - 1]!),
        'order',
      );
      return demand(text.endsWith(`: ${texts.join('; ')}.`), `text, expected: ${texts.join('; ')}`);
    }
    case 'no_reasons': {
      for (const reason of narrative.reasons) {
        const { weight, standardError } = context.weigh!((term) => reason.terms.includes(term));
        const isIn = facts.directions.includes(weight > 0 ? 'for' : 'against');
        const isReportable = Math.abs(weight) >= 0.1 + tolerance && Math.abs(weight) > (criticalOf(run) + tolerance) * standardError;
        if (isIn && isReportable) demand(reasonText(context, reason, weight) === undefined, `reason ${reason.id}`);
      }
      return;
    }
    case 'other_effects': {
      const stated = statedWeights(context);
      demand(near(facts.weight, context.weigh!(() => true).weight - stated), 'sum of the others');
      return demand(
        Math.abs(facts.weight) < 0.1
          ? text.endsWith('negligible in sum.')
          : text.endsWith(`${favors(context, facts.weight)} (${strength(facts.weight)}).`),
        'text',
      );
    }
    case 'total': {
      const others = context.sentences.find((one) => one.kind === 'other_effects');
      demand(near(facts.weight, context.weigh!(() => true).weight), 'total');
      const stated = statedWeights(context);
      if (stated !== 0)
        demand(near(facts.weight, stated + (others?.kind === 'other_effects' ? others.facts.weight : 0)), 'sum');
      return demand(
        Math.abs(facts.weight) < 0.1
          ? /hardly differs|are close to/.test(text)
          : text.includes(favors(context, facts.weight)) && text.endsWith(`(${strength(facts.weight)}).`),
        'text',
      );
    }
    case 'error_changes': {
      demand(facts.outcome === own && facts.predicted === predictedOutcome(context) && own !== facts.predicted, 'outcomes');
      return demand(
        text.includes(`the model predicts ${nounOf(facts.predicted)}.`) && text.endsWith(` to ${nounOf(own)}.`),
        'text',
      );
    }
    case 'error_favors': {
      demand(facts.size > 0.8 && predictedOutcome(context) === own && facts.outcome !== own, 'size');
      if (decision.family === 'conditional_logit')
        demand(near(facts.size, errorOf(context, facts.outcome) - errorOf(context, own)), 'errors');
      return demand(text.endsWith(`favors ${nounOf(facts.outcome)}.`), 'text');
    }
    case 'outcome': {
      demand(facts.outcome === own, 'outcome');
      if (facts.lead === undefined) return;
      const { lead } = facts;
      if (decision.family === 'conditional_logit') {
        const [first, second] = scoresOf(run, agent)
          .map(({ score }) => score)
          .sort((a, b) => b - a);
        demand(near(lead, first! - second!), 'lead');
      }
      const label = lead < 0.25 ? 'very small' : lead < 0.8 ? 'small' : lead < 2 ? 'moderate' : 'large';
      return demand(text.includes(nounOf(own)) && text.endsWith(`, by a ${label} margin.`), 'text');
    }
    case 'probability': {
      const percent = Math.round(facts.probability * 100);
      const count = percent < 1 ? 'Fewer than 1' : percent > 99 ? 'More than 99' : `About ${percent}`;
      if (decision.family !== 'repeated_games')
        demand(near(facts.probability, valueOf(run, `probability.${model.outcomes[own]!.id}`, agent)), 'probability');
      return demand(text === `${count} of 100 ${narrative.peers} would do the same.`, 'text');
    }
    case 'rank': {
      demand(facts.less >= 0 && facts.more >= 0 && facts.less + facts.more <= 1 + tolerance, 'probabilities');
      for (const probability of [facts.less, facts.more]) {
        const percent = Math.round(probability * 100);
        if (percent >= 1) demand(text.includes(percent > 99 ? 'more than 99' : `about ${percent} `), 'text');
      }
      return;
    }
    case 'amount':
      return demand(near(facts.amount, Math.exp(valueOf(run, 'log_amount', agent))), 'amount');
    case 'baseline': {
      const baseline = valueOf(run, baselineColumn(run), agent);
      return demand(facts.outcome === baseline && facts.isSame === (baseline === own), 'baseline outcome');
    }
    case 'change': {
      if (facts.parameter === undefined) return;
      const parameter = definition.scenario.parameters.find(({ id }) => id === facts.parameter)!;
      demand(facts.outcome !== own && facts.value !== run.scenario[facts.parameter], 'change');
      if (parameter.type === 'choice') return demand(parameter.options.some(({ id }) => id === facts.value), 'option');
      const [low, high] = parameter.calibrated_range;
      const isOutside = context.sentences.some((one) => one.kind === 'change_outside');
      const isInside = Number(facts.value) >= low && Number(facts.value) <= high;
      demand(Number(facts.value) >= parameter.minimum && Number(facts.value) <= parameter.maximum, 'bounds');
      return demand(isInside !== isOutside, 'calibrated range');
    }
    case 'contacts':
      return demand(facts.contacts === valueOf(run, 'contacts', agent), 'contacts');
    case 'adoption':
      return demand(facts.period === valueOf(run, 'adopted_at', agent), 'period');
    case 'exposure': {
      const period = Math.min(valueOf(run, 'adopted_at', agent), decision.family === 'diffusion' ? decision.periods.count : 0);
      const { contacts, adopted, group_share: groupShare } = exposureBefore(run, agent, period);
      demand(facts.contacts === contacts && facts.adopted === adopted && near(facts.groupShare, groupShare), 'exposure');
      return demand(text.includes(displayQuantity(groupShare, 'share')), 'text');
    }
    case 'reluctance': {
      const reluctance = valueOf(run, 'reluctance', agent);
      demand(facts.reluctance === reluctance && (reluctance < 0.2 || reluctance > 0.8), 'reluctance');
      return demand(text.includes(reluctance < 0.5 ? 'quicker' : 'slower'), 'text');
    }
    case 'pressure': {
      const own = Math.round(facts.innovationShare * 100);
      return demand(text.includes(`${own}%`) && text.includes(`${100 - own}%`), 'text');
    }
    case 'match_end': {
      demand(near(facts.payoff, valueOf(run, 'measure.payoff', agent)), 'payoff');
      return demand(near(facts.cooperative / facts.rounds, valueOf(run, 'measure.cooperation', agent)), 'cooperation');
    }
    case 'rounds':
      return demand(facts.from <= facts.to && text.includes(String(facts.from)), 'rounds');
    case 'change_outside':
      return;
  }
}

function statedWeights({ sentences }: AgentContext): number {
  return sentences.reduce(
    (sum, one) => sum + (one.kind === 'reasons' ? one.facts.reasons.reduce((own, { weight }) => own + weight, 0) : 0),
    0,
  );
}

/** Verb phrase of a transcript for a sum of effects. */
function favors({ run, model, sentences }: AgentContext, weight: number): string {
  const pair = sentences.find((one) => one.kind === 'runner_up');
  if (pair?.kind === 'runner_up') {
    const noun = model.outcomes[weight > 0 ? pair.facts.chosen : pair.facts.other]!.noun;
    // The total and the other effects have different subjects: "favors" and "favor".
    return noun;
  }
  return weight > 0 ? `favor ${favoredNoun(run)}` : `work against ${favoredNoun(run)}`;
}

function favoredNoun({ definition: { decision } }: Run): string {
  if ('telling' in decision) return decision.telling.favours;
  if (decision.family === 'binary_logit' || decision.family === 'ordered_logit') return decision.outcomes.at(-1)!.noun;
  return 'adopting';
}

/** Text of a reason; undefined if the agent does not meet its condition or the narrative has no text for its direction. */
function reasonText(context: AgentContext, reason: Reason, weight: number): string | undefined {
  const { run, model, values, sentences } = context;
  if (reason.when && !meets(context, reason.when)) return undefined;
  const pair = sentences.find((one) => one.kind === 'runner_up');
  if (pair?.kind !== 'runner_up') {
    const template = weight > 0 ? reason.raises : reason.lowers;
    if (template === undefined) return undefined;
    if (isWithoutContacts(context, reason)) return undefined;
    const evaluate = reason.variable && Object.values(model.variables[reason.variable]!)[0];
    const value = evaluate ? displayQuantity(evaluate(values), variableOf(run, reason.variable!).unit) : undefined;
    return fill(template, { ...phrasesOf(context), ...(value !== undefined && { value }) });
  }
  const [chosen, other] = [model.outcomes[pair.facts.chosen]!, model.outcomes[pair.facts.other]!];
  const words = {
    chosen: chosen.noun,
    other: other.noun,
    it: weight > 0 ? 'it' : other.noun,
    favoured: weight > 0 ? chosen.noun : other.noun,
    less_favoured: weight > 0 ? other.noun : chosen.noun,
  };
  if (!reason.variable) return reason.text && fill(reason.text, words);
  const { unit } = variableOf(run, reason.variable);
  const [a, b] = [chosen, other].map(({ id }) => model.variables[reason.variable!]![id]?.(values));
  const template =
    a === undefined ? reason.absent_chosen : b === undefined ? reason.absent_other : a < b ? reason.less : reason.more;
  return (
    template &&
    fill(template, {
      ...words,
      difference: displayDifference(a ?? 0, b ?? 0, unit),
      chosen_value: displayQuantity(a ?? 0, unit),
      other_value: displayQuantity(b ?? 0, unit),
    })
  );
}

/** Whether a reason reads the contacts of an agent without contacts. */
function isWithoutContacts({ run, agent }: AgentContext, { terms }: Reason): boolean {
  const { decision } = run.definition;
  return (
    decision.family === 'diffusion' &&
    valueOf(run, 'contacts', agent) === 0 &&
    decision.terms.some(({ id, factors }) => terms.includes(id) && JSON.stringify(factors).includes('"exposure"'))
  );
}

function meets({ values }: AgentContext, condition: NonNullable<Reason['when']>): boolean {
  if ('state' in condition) return false;
  const value = 'parameter' in condition ? values.scenario[condition.parameter] : values.attributes[condition.attribute];
  if ('in' in condition) return condition.in.includes(String(value));
  return Number(value) >= (condition.at_least ?? -Infinity) && Number(value) <= (condition.at_most ?? Infinity);
}

const phrasesByAgent = new WeakMap<AgentContext, Record<string, string>>();

function phrasesOf(context: AgentContext): Record<string, string> {
  const known = phrasesByAgent.get(context);
  if (known) return known;
  const { run, values } = context;
  const phrases = { ...parameterPhrasesOf(run) };
  phrasesByAgent.set(context, phrases);
  for (const attribute of run.definition.population.attributes) {
    const value = values.attributes[attribute.id]!;
    if ('categories' in attribute) {
      const category = attribute.categories.find(({ id }) => id === value)!;
      phrases[attribute.id] = category.phrase ?? category.label;
    } else phrases[attribute.id] = displayQuantity(Number(value), attribute.unit);
  }
  return phrases;
}

const parameterPhrasesByRun = new WeakMap<Run, Record<string, string>>();

function parameterPhrasesOf(run: Run): Record<string, string> {
  const known = parameterPhrasesByRun.get(run);
  if (known) return known;
  const { definition, scenario } = run;
  const phrases: Record<string, string> = {};
  for (const parameter of definition.scenario.parameters) {
    const value = scenario[parameter.id]!;
    phrases[`parameter.${parameter.id}`] =
      parameter.type === 'choice'
        ? parameter.options.find(({ id }) => id === value)!.phrase
        : displayQuantity(Number(value), parameter.unit);
  }
  parameterPhrasesByRun.set(run, phrases);
  return phrases;
}

function variableOf({ definition: { decision } }: Run, id: string): { unit: string } {
  const variables = 'variables' in decision ? decision.variables : [];
  return variables.find((variable) => variable.id === id)!;
}

/** Index of the outcome; a count or period for the families whose result is a number. */
function ownOutcome({ run, agent }: AgentContext): number {
  return valueOf(run, baselineColumn(run).replace('baseline_', ''), agent);
}

function baselineColumn({ definition: { decision } }: Run): string {
  if (decision.family === 'counts') return `baseline_measure.${decision.count.id}`;
  return decision.family === 'hazard' ? 'baseline_period' : 'baseline_outcome';
}

function errorOf({ run, model, agent }: AgentContext, outcome: number): number {
  return valueOf(run, `error.${model.outcomes[outcome]!.id}`, agent);
}

/** Outcome without the random error. */
function predictedOutcome({ run, model, agent }: AgentContext): number {
  const { decision } = run.definition;
  if (decision.family === 'conditional_logit')
    return scoresOf(run, agent).reduce((best, one) => (one.utility > best.utility ? one : best)).position;
  if (decision.family === 'ordered_logit') {
    const predictor = valueOf(run, 'predictor', agent);
    return decision.thresholds.filter((id) => predictor > model.estimates[id]!).length;
  }
  return Number(valueOf(run, `utility.${model.outcomes[1]!.id}`, agent) > 0);
}

