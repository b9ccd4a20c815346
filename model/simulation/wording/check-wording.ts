import type { WorkflowDefinition } from '../../definition/definition.schema.js';
import { baselineScenario } from '../../definition/resolve-scenario.js';
import { traitsOf } from '../../definition/parameter-types.js';
import type { Scenario } from '../../definition/scenario.schema.js';
import type { Issue } from '../../engine-error.js';
import { familyOf } from '../../families/family-of.js';
import { type Paragraph, type Sentence, vowelSound } from '../../equations/sentence.js';
import { paragraphTexts } from '../../transcript/template.js';
import { decideAgents } from '../simulate-chunk.js';
import { templateProblems } from './template-problems.js';

/** Checks of a finished sentence: a pattern, and the problem that a match shows. `$&` in the message is the match. */
const patterns: readonly { readonly pattern: RegExp; readonly problem: string }[] = [
  { pattern: /\{[^{}]*\}/, problem: 'has no value for the placeholder "$&"' },
  { pattern: /(?<![\p{L}\w-])(?!that that|had had)(\p{L}+) \1(?![\w-])/iu, problem: 'repeats a word: "$&"' },
  { pattern: /\b(?:I|we|you|they|she|he) not\b/i, problem: 'lacks a verb before "not": "$&"' },
  {
    pattern: /(?:^|[.;:,] |\band )(?:I|we|they) (?:an?|the|my|of|with|without|from|no|male|female|\d\S*)\b/,
    problem: 'lacks a verb: "$&"',
  },
  {
    pattern: /\b(?:am|is|are|was|were|be) (?:am|is|are|was|were|be|has|have|do|does|did)\b/i,
    problem: 'has two verbs in a row: "$&"',
  },
  { pattern: /\b(?:an?|the|my) (?:an?|the|my)\b/i, problem: 'has two articles in a row: "$&"' },
  {
    // Within a sentence, "A" is a name.
    pattern: new RegExp(String.raw`(?:\ba|^A) ${vowelSound}`, 'u'),
    problem: 'needs "an" before a vowel: "$&"',
  },
  {
    pattern: /\b(?:for|of|with|by|against|over|to|in) (?:for|of|with|by|against|over|to|in)\b/i,
    problem: 'has two prepositions in a row: "$&"',
  },
  {
    pattern: /\b(?:for|against|over|predicts|favors?) (?:do|does|did|will|would|not(?! \w+ing\b))\b/i,
    problem: 'puts a verb where a noun phrase is needed: "$&"',
  },
  { pattern: /[.!?] (?=\p{Ll})\p{Ll}+/u, problem: 'starts a sentence in lower case: "$&"' },
  { pattern: /[.!?][;,.)]|[,;:] ?[.,;:]/, problem: 'has punctuation inside a sentence: "$&"' },
  { pattern: / {2}| [,.;:]/, problem: 'has a space too many: "$&"' },
];

/**
 * Problems of a finished text; empty if there are none.
 *
 * @param names names of the definition, whose braces are no placeholders
 */
export function textProblems(text: string, names = ''): string[] {
  return patterns.flatMap(({ pattern, problem }) => {
    const match = pattern.exec(text);
    return match && !(match[0].startsWith('{') && names.includes(match[0]))
      ? [problem.replace('$&', match[0].trim())]
      : [];
  });
}

const seed = 1;
const checkedAgents = 200;
const checkedAgentsOfOption = 40;
/** Maximum scenarios. A definition can have many choice parameters with the same options. */
const maxScenarios = 30;

/**
 * Finds problems of the wording of transcripts: units stated twice, missing verbs, phrases that do not fit their sentence, placeholders and
 * punctuation. It reads the texts of the narrative, and the transcripts of 200 agents at the baseline and of 40 agents with each other
 * option of a choice parameter, for at most 30 scenarios. The checks are heuristics, so the problems are warnings.
 *
 * @returns one warning per text and kind of problem, with the path of the text
 */
export function checkWording(definition: WorkflowDefinition): Issue[] {
  const issues = [...templateProblems(definition)];
  const names = namesOf(definition);
  for (const [position, scenario] of scenariosOf(definition).slice(0, maxScenarios).entries()) {
    const agentCount = position === 0 ? checkedAgents : checkedAgentsOfOption;
    for (const paragraphs of transcriptsOf(definition, scenario, agentCount)) {
      for (const sentence of paragraphs.flat()) issues.push(...sentenceIssues(definition, sentence, names));
    }
  }
  const first = new Map<string, Issue>();
  for (const issue of issues) {
    const key = `${issue.path}: ${issue.message.replace(/: .*$/s, '')}`;
    if (!first.has(key)) first.set(key, issue);
  }
  return [...first.values()];
}

/** Transcripts of the first agents of a simulation at the baseline. */
export function sampleTranscripts(definition: WorkflowDefinition, count: number): string[][] {
  return transcriptsOf(definition, baselineScenario(definition), checkedAgents).slice(0, count).map(paragraphTexts);
}

function transcriptsOf(definition: WorkflowDefinition, scenario: Scenario, agentCount: number): Paragraph[][] {
  const decided = decideAgents(definition, scenario, seed, agentCount);
  const transcribe = familyOf(definition.decision).transcriber(definition, scenario, decided);
  return Array.from({ length: agentCount }, (_, index) => transcribe(index));
}

function scenariosOf(definition: WorkflowDefinition): Scenario[] {
  const baseline = baselineScenario(definition);
  return [
    baseline,
    ...definition.scenario.parameters
      .flatMap((parameter) => traitsOf(parameter).options.map(({ id }) => ({ ...baseline, [parameter.id]: id })))
      .filter((scenario) => Object.entries(scenario).some(([id, value]) => baseline[id] !== value)),
  ];
}

/** Labels, nouns, phrases and units of a definition. */
function namesOf(definition: WorkflowDefinition): string {
  const names: string[] = [];
  JSON.stringify(definition, (key, value: unknown) => {
    if (['label', 'noun', 'phrase', 'unit'].includes(key) && typeof value === 'string') names.push(value);
    return value;
  });
  return names.join('\n');
}

function sentenceIssues(definition: WorkflowDefinition, sentence: Sentence, names: string): Issue[] {
  if (sentence.kind === 'reasons') {
    const [, list = ''] = sentence.text.split(/: (.*)/s);
    const clauses = list.split('; ');
    // The heading contains the noun of an outcome; each clause is the text of one reason.
    const start = sentence.text.slice(0, sentence.text.length - list.length);
    const heading = issuesAt(pathOf(definition, sentence), start, names);
    if (clauses.length !== sentence.facts.reasons.length)
      return [...heading, ...issuesAt('narrative.reasons', sentence.text, names)];
    return [
      ...heading,
      ...clauses.flatMap((clause, k) => {
        const position = definition.narrative.reasons.findIndex(({ id }) => id === sentence.facts.reasons[k]);
        return issuesAt(`narrative.reasons.${position}`, clause, names);
      }),
    ];
  }
  return issuesAt(pathOf(definition, sentence), sentence.text, names);
}

function issuesAt(path: string, text: string, names: string): Issue[] {
  return textProblems(text, names).map((problem) => ({ path, message: `${problem}, in “${text.trim()}”` }));
}

/** Path of the text of a sentence, or of the texts that form it. */
function pathOf({ decision }: WorkflowDefinition, { kind, facts }: Sentence): string {
  const outcomes = decision.family === 'conditional_logit' ? 'decision.alternatives' : 'decision.outcomes';
  switch (kind) {
    case 'introduction':
      return `narrative.introduction.${facts.position}.text`;
    case 'situation':
      return `narrative.situation.${facts.position}.text`;
    case 'assignment':
      return `narrative.assignments.${facts.assignment}.${facts.isAssigned ? 'assigned' : 'not_assigned'}`;
    case 'alternative':
      return 'narrative.variables';
    case 'variable':
      return `narrative.variables.${facts.variable}.text`;
    case 'unavailable':
      return 'decision.alternatives';
    case 'latent_class':
      return 'decision.classes';
    case 'outcome':
      return 'narrative.outcome.chosen';
    case 'baseline':
      return 'narrative.outcome.would_have';
    case 'change':
      return facts.parameter === undefined ? 'narrative.levers' : `narrative.levers.${facts.parameter}.text`;
    case 'probability':
      return 'narrative.peers';
    case 'rank':
      return 'decision.telling';
    case 'amount':
      return 'decision.amount';
    case 'rounds':
    case 'match_end':
      return 'decision.story';
    case 'contacts':
    case 'adoption':
    case 'exposure':
    case 'pressure':
    case 'reluctance':
      return 'decision.process.story';
    default:
      return 'telling' in decision ? 'decision.telling.favours' : outcomes;
  }
}
