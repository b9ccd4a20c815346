import { isInWindow, baselineOf, hasEditedAlternatives, isSameScenario } from '../../definition/resolve-scenario.js';
import type { Scenario } from '../../definition/scenario.schema.js';
import { oncePerObject } from '../../memoize.js';
import { compileBothSides } from '../../equations/compile-equations.js';
import type { LinearModel } from '../../equations/linear-model.js';
import type { DecisionContext, DecisionFamily } from '../../equations/decision-family.js';
import { columnFinder } from '../../transcript/stored-agents.js';
import { type AvailabilityBySide, compileAvailability } from './choose.js';
import { bothSides, countBoth, type Side, familyDefaults } from '../outcome-columns.js';
import { choiceFormulas } from './choice-formulas.js';
import { choiceBenefits } from './benefits.js';
import { choiceFigures } from './conditional-logit.figures.js';
import { checkConditionalLogit } from './conditional-logit.check.js';
import { classColumn, type CompiledChoice, expectChoice, runChoice } from './conditional-logit.run.js';
import type { ConditionalLogit } from './conditional-logit.schema.js';
import { compileNests, nestCoefficients } from './nests/compile-nests.js';
import { compilePeriods, scenarioIn, shareByPeriod, type RepeatedChoice } from './periods/periods.js';
import { choiceColumn, repeatedChoice } from './periods/repeated-choice.js';
import { compileScales, scaleCoefficients } from './scales/scales.js';
import { choiceTranscriber } from './transcript/choice-transcriber.js';
import { compileMembership, membershipCoefficients } from './tastes/class-membership.js';
import { compileTastes, tasteCoefficients, tasteIds } from './tastes/compile-tastes.js';

const periodsOf = ({ number }: NonNullable<ConditionalLogit['periods']>) =>
  Array.from({ length: number }, (_, k) => k + 1);

/** Ids of the coefficients that are powers of Box-Cox transforms. */
export function powerCoefficients({ variables }: ConditionalLogit): string[] {
  return [...new Set(variables.flatMap(({ box_cox: own }) => own?.power ?? []))];
}

function utilitiesOf(decision: ConditionalLogit): LinearModel {
  const { alternatives, coefficients, classes = [], variables, terms } = decision;
  return {
    equations: alternatives.map(({ id }) => id),
    coefficients,
    variables: variablesOf(variables),
    terms: termsOf(terms),
    ancillary: [
      ...coefficients.flatMap(({ taste }) => (taste ? tasteCoefficients(taste) : [])),
      ...membershipCoefficients(decision),
      ...classes.flatMap((own) => Object.values(own.coefficients)),
      ...nestCoefficients(decision),
      ...scaleCoefficients(decision),
      ...powerCoefficients(decision),
    ],
    tastes: tasteIds(decision),
  };
}

// Decisions with other values of the coefficients share these lists, so that their equations are laid out once.
const variablesOf = oncePerObject((variables: ConditionalLogit['variables']) =>
  variables.map(({ alternatives: equations, ...variable }) => ({ ...variable, equations })),
);
const termsOf = oncePerObject((terms: ConditionalLogit['terms']) =>
  terms.map(({ alternatives: equations, ...term }) => ({ ...term, equations })),
);

function availabilityBySide(
  decision: ConditionalLogit,
  { attributes, baselineAlternatives = 'baseline' }: DecisionContext,
): AvailabilityBySide {
  const scenario = compileAvailability(decision, attributes);
  const isSame = baselineAlternatives === 'scenario' || !hasEditedAlternatives(decision);
  return { scenario, baseline: isSame ? scenario : compileAvailability(decision, attributes, 'baseline') };
}

/** Compiles one choice, as agents make it in each period. */
export function compileChoice(decision: ConditionalLogit, context: DecisionContext): CompiledChoice {
  const model = utilitiesOf(decision);
  const isMixed = model.tastes?.length || decision.classes;
  const nests = compileNests(decision);
  const scales = compileScales(decision, context.attributes);
  const membership = compileMembership(decision, context);
  return {
    ...compileBothSides(model, context),
    ...(nests && { nests }),
    ...(scales && { scales }),
    availability: availabilityBySide(decision, context),
    ...(isMixed && {
      tastes: compileTastes(decision),
      ...(membership && { membership }),
      sensitivities: compileBothSides({ ...model, tastes: [] }, context),
    }),
  };
}

/**
 * The choice in each period. Each side has its values in the periods from the first until the last one of its scenario, and the calibrated
 * values in the others.
 */
function choicesByPeriod(
  decision: ConditionalLogit,
  periods: NonNullable<ConditionalLogit['periods']>,
  context: DecisionContext,
): Pick<RepeatedChoice, 'choices' | 'hasOwnValues'> {
  const { scenario, baseline } = context;
  const defaults = baselineOf(context.parameters);
  const calibrated = isSameScenario(baseline, defaults) ? baseline : defaults;
  // Equations of the same values are compiled once, so that periods with them share their probabilities.
  const compiled = new Map<string, CompiledChoice>();
  const choiceAt = (values: Scenario) => {
    const key = JSON.stringify(values);
    const known = compiled.get(key) ?? compileChoice(decision, { ...context, scenario: values, baseline: values });
    compiled.set(key, known);
    return known;
  };
  const availability = availabilityBySide(decision, context);
  const ofBaseline = availabilityBySide(decision, { ...context, baselineAlternatives: 'baseline' }).baseline;
  const hasOwnValues = {
    scenario: periodsOf(periods).map((period) => isInWindow(periods, scenario, period)),
    baseline: periodsOf(periods).map((period) => isInWindow(periods, baseline, period)),
  };
  const choices = periodsOf(periods).map((period, at): CompiledChoice => {
    const own = choiceAt(scenarioIn(periods, scenario, calibrated, period));
    const other = scenario === baseline ? own : choiceAt(scenarioIn(periods, baseline, calibrated, period));
    return {
      ...own,
      baseline: other.baseline,
      availability: {
        scenario: hasOwnValues.scenario[at] ? availability.scenario : ofBaseline,
        baseline: hasOwnValues.baseline[at] ? availability.baseline : ofBaseline,
      },
      ...(own.sensitivities &&
        other.sensitivities && { sensitivities: { ...own.sensitivities, baseline: other.sensitivities.baseline } }),
    };
  });
  return { choices, hasOwnValues };
}

/**
 * Conditional logit with availability. Each agent chooses the alternative with the greatest utility plus Gumbel error, so probabilities are
 * proportional to exp(utility). Nests correlate the errors of their alternatives (nested and cross-nested logit). Scales divide the errors of
 * groups of agents (heteroscedastic logit). Variables can have a Box-Cox transform. Coefficients can differ between agents: random tastes (mixed logit) and latent classes.
 * Sources: McFadden, "Conditional logit analysis of qualitative choice behavior" (1974); Train, "Discrete choice methods with simulation"
 * (2009), chapter 6.
 */
export const conditionalLogit: DecisionFamily<ConditionalLogit> = {
  ...familyDefaults,
  equationWord: 'alternative',
  reasons: 'compared',
  linear: utilitiesOf,
  formulas: choiceFormulas,
  check: checkConditionalLogit,
  outcomes: ({ alternatives }) => alternatives,
  curves: ({ periods, alternatives }) =>
    periods
      ? alternatives.map(({ id, label }) => ({
          id: shareByPeriod(id),
          label: `${label}, by ${periods.unit}`,
          step_unit: periods.unit,
          steps: periodsOf(periods),
        }))
      : [],
  groupings: ({ classes }) => (classes ? [{ id: classColumn, label: 'Latent class', groups: classes }] : []),
  compile(decision, context) {
    const classIds = decision.classes?.map(({ id }) => id);
    const periods = compilePeriods(decision, context.attributes);
    if (decision.periods && periods)
      return repeatedChoice({ ...periods, ...choicesByPeriod(decision, decision.periods, context) }, classIds);
    const choice = compileChoice(decision, context);
    return {
      run: (situation) => runChoice(choice, situation, classIds),
      expect: (situation, draws) => expectChoice(choice, situation, draws),
      figures: (situation, side, options) => choiceFigures(choice, situation, side, options),
      benefits: (situation, side, options) => choiceBenefits(choice, situation, side, options),
    };
  },
  countCurves({ periods, alternatives }, { columns }) {
    if (!periods) return [];
    const columnOf = columnFinder(columns);
    const choices = (side: Side) => periodsOf(periods).map((period) => columnOf(choiceColumn(side, period)).values);
    const paths = bothSides(choices);
    return alternatives.map((_, alternative) =>
      paths.scenario.map(({ length }, k) => countBoth(length, (side, row) => paths[side][k]![row] === alternative)),
    );
  },
  transcriber: (definition, scenario, decided) =>
    choiceTranscriber(definition, utilitiesOf(definition.decision), scenario, decided),
};
