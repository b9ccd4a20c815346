import type { Column } from '../columns/column.js';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { type Attribute, hasCategories } from '../definition/population.schema.js';
import type { Indicator } from '../definition/product.schema.js';
import { traitsOf } from '../definition/parameter-types.js';
import type { Parameter, Scenario } from '../definition/scenario.schema.js';
import { isBaselineScenario } from '../definition/resolve-scenario.js';
import { compileExplainer, rowExplainer } from '../equations/evaluate-equations.js';
import type { LinearModel } from '../equations/linear-model.js';
import { compileParameterEffects } from '../equations/parameter-effects.js';
import { productContextOf } from '../equations/products/compile-products.js';
import { displayQuantity } from './quantity.js';
import { columnFinder, readStoredAgents, type StoredAgents } from './stored-agents.js';
import { compileTemplate, outcomeTexts, type Text, type Sentence, sentence, textFor } from './template.js';

export type TranscriptParts = ReturnType<typeof transcriptParts>;

/** What transcripts of every family need, compiled once for all agents of a simulation. */
export function transcriptParts(
  definition: WorkflowDefinition,
  model: LinearModel,
  scenario: Scenario,
  columns: readonly Column[],
) {
  const context = productContextOf(definition);
  const explainer = compileExplainer(model, context, scenario);
  const effects = compileParameterEffects(definition, model, context, scenario);
  const agents = readStoredAgents(definition, scenario, columns);
  const texts = agentTexts(definition, scenario, agents);
  return {
    explainer,
    explain: rowExplainer(explainer, agents.attributes, agents.assigned),
    /** Effects of the parameters on the equations, and whether each can be searched for a change of the outcome. */
    effects,
    areAllSolved: effects.every(({ kind }) => kind !== 'unsolved'),
    isBaseline: isBaselineScenario(definition, scenario),
    agents,
    columnOf: columnFinder(columns),
    texts,
    outcomeText: outcomeTexts(definition.narrative),
    describeAgent: agentDescriber(definition, texts),
    describeSituation: situationDescriber(definition, texts, agents.assigned),
  };
}

type AgentTest = (index: number) => boolean;

/** Compiles the texts and conditions of a narrative once, for all agents of a simulation. Subjects are agent indexes. */
export interface AgentTexts {
  /** Phrase for a placeholder: an attribute, or a parameter as `parameter.<id>`. */
  readonly phraseOf: (name: string) => Text<number> | undefined;
  readonly compile: (template: string) => Text<number>;
  /** Makes a test whether an agent meets a condition. Without a condition, all agents meet it. */
  readonly test: (condition: Indicator | undefined) => AgentTest;
}

function agentTexts(definition: WorkflowDefinition, scenario: Scenario, agents: StoredAgents): AgentTexts {
  const { attributes } = definition.population;
  const phrases = new Map<string, Text<number>>([
    ...attributes.map(
      (attribute, k) => [attribute.id, attributePhrases(attribute, agents.attributes.columns[k]!)] as const,
    ),
    ...definition.scenario.parameters.map(
      (parameter) => [`parameter.${parameter.id}`, parameterPhrase(parameter, scenario)] as const,
    ),
  ]);
  const columnOf = (id: string) => agents.attributes.columns[attributes.findIndex((attribute) => attribute.id === id)];
  const phraseOf = (name: string) => phrases.get(name);
  return {
    phraseOf,
    compile: (template) => compileTemplate(template, phraseOf),
    test: (condition) => compileCondition(condition, scenario, columnOf),
  };
}

function attributePhrases(attribute: Attribute, { values, categories }: Column): (index: number) => string {
  if (!hasCategories(attribute)) return (index) => displayQuantity(values[index]!, attribute.unit);
  const phrases = categories!.map((id) => {
    const category = attribute.categories.find((candidate) => candidate.id === id);
    return category?.phrase ?? category?.label ?? id;
  });
  return (index) => phrases[values[index]!]!;
}

function parameterPhrase(parameter: Parameter, scenario: Scenario): string {
  const value = scenario[parameter.id];
  const { options, unit } = traitsOf(parameter);
  if (unit !== undefined) return displayQuantity(Number(value), unit);
  return options.find(({ id }) => id === value)?.phrase ?? String(value);
}

/** Conditions on states are never met, because states vary during a run and a transcript describes its end. */
function compileCondition(
  condition: Indicator | undefined,
  scenario: Scenario,
  columnOf: (attribute: string) => Column | undefined,
): AgentTest {
  if (!condition) return () => true;
  if ('state' in condition) return () => false;
  if ('parameter' in condition) {
    const isMet = meets(condition, scenario[condition.parameter]);
    return () => isMet;
  }
  const { values, categories } = columnOf(condition.attribute)!;
  if (!categories) return (index) => meets(condition, values[index]);
  const areMet = categories.map((id) => meets(condition, id));
  return (index) => areMet[values[index]!]!;
}

function meets(condition: Indicator, value: string | number | undefined): boolean {
  if ('in' in condition) return condition.in.includes(String(value));
  const { at_least: low = -Infinity, at_most: high = Infinity } = condition;
  return Number(value) >= low && Number(value) <= high;
}

type DescribeAgent = (index: number) => Sentence[];

function agentDescriber({ narrative }: WorkflowDefinition, texts: AgentTexts): DescribeAgent {
  return conditionalSentences('introduction', narrative.introduction, texts);
}

/** Makes a function that describes an agent's situation and assignments with the narrative sentences whose condition it meets. */
function situationDescriber(
  { narrative, scenario }: WorkflowDefinition,
  texts: AgentTexts,
  assigned: readonly Uint8Array[],
): DescribeAgent {
  const situation = conditionalSentences('situation', narrative.situation, texts);
  const assignments = scenario.assignments.map(({ id }, k) => {
    const sentences = narrative.assignments[id];
    const compile = (text: string | undefined) => text && texts.compile(text);
    const [is, isNot] = [compile(sentences?.assigned), compile(sentences?.not_assigned)];
    return { id, values: assigned[k]!, meets: texts.test(sentences?.when), is, isNot };
  });
  return (index) => {
    const described = situation(index);
    for (const { id, values, meets, is, isNot } of assignments) {
      const isAssigned = values[index] === 1;
      const text = isAssigned ? is : isNot;
      if (text && meets(index))
        described.push(sentence('assignment', textFor(text, index), { assignment: id, isAssigned }));
    }
    return described;
  };
}

function conditionalSentences(
  kind: 'introduction' | 'situation',
  sentences: WorkflowDefinition['narrative']['introduction'],
  texts: AgentTexts,
): DescribeAgent {
  const compiled = sentences.map(({ when, text }) => ({ meets: texts.test(when), text: texts.compile(text) }));
  return (index) => {
    const described: Sentence[] = [];
    for (let position = 0; position < compiled.length; position++) {
      const { meets, text } = compiled[position]!;
      if (meets(index)) described.push(sentence(kind, textFor(text, index), { position }));
    }
    return described;
  };
}
