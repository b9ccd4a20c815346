import type { Table } from '../fitting/rows/table.js';
import { assemble, type Expansion } from './assemble.js';
import { separateCells } from './variables/cells.js';
import { checkShapes, checkSpecColumns } from './check-spec.js';
import { fittedCounts, isOverdispersed, zerosNote } from './outcomes/dispersion.js';
import { columnsOf, type Formula, factorsOf } from './formula.js';
import { idOf, labelOf, nounOf, suggestionFor, UniqueIds } from './variables/names.js';
import { numberParameter } from './variables/number-parameter.js';
import { type ModelColumn, modelColumns } from './model-terms.js';
import { withBounds } from './outcomes/double-bounded.js';
import { planOutcome } from './outcomes/outcome.js';
import { withPositiveDurations } from './outcomes/outcome-durations.js';
import type { OutcomePlan } from './outcomes/outcome-plan.js';
import { parameterOf, perceivedVariable, type SpecParameter } from './variables/parameters.js';
import type { SpecIssues } from './spec-error.js';
import { parameterColumns, populationColumns, type Spec } from './spec.schema.js';
import { narrativeOf } from './texts.js';
import { checkSize, type Variable, Variables } from './variables/variables.js';

/** Expands a spec of a decision with one list of terms. */
export function expandIndex(given: Spec, written: Formula, data: Table, issues: SpecIssues): Expansion {
  const { formula, table: source } = withBounds(written, data, issues);
  const cells = separateCells(given, formula, source);
  if (cells) {
    const expansion = expand(cells.spec, cells.formula, cells.table, issues, 'cbind() counts successes and failures');
    return { ...expansion, notes: [...expansion.notes, cells.note] };
  }
  const spec = withGroups(given, formula, issues);
  const { table, notes } = withPositiveDurations(spec, formula, source, issues);
  const expansion = ofCounts(spec, formula, table, issues);
  return { ...expansion, notes: [...expansion.notes, ...notes] };
}

/** Counts that vary more than Poisson counts are negative binomial, unless the spec states the distribution. */
function ofCounts(spec: Spec, formula: Formula, table: Table, issues: SpecIssues): Expansion {
  const expansion = expand(spec, formula, table, issues);
  const isCounts = (expansion.recipe.definition['decision'] as { family: string }).family === 'counts';
  // Random intercepts are a dispersion between groups, so that Poisson counts are the default in a group, as in lme4.
  if (!isCounts || formula.groups !== undefined) return expansion;
  const fitted = fittedCounts(expansion);
  if (!fitted) return expansion;
  const isGiven = spec.outcome.distribution !== undefined;
  if (isGiven || !isOverdispersed(fitted)) return { ...expansion, notes: [...expansion.notes, ...zerosNote(fitted)] };
  const outcome = { ...spec.outcome, distribution: 'negative_binomial' as const };
  const dispersed = expand({ ...spec, outcome }, formula, table, issues);
  const refitted = fittedCounts(dispersed);
  return refitted ? { ...dispersed, notes: [...dispersed.notes, ...zerosNote(refitted)] } : dispersed;
}

function expand(spec: Spec, formula: Formula, table: Table, issues: SpecIssues, reason?: string): Expansion {
  if (formula.parts.length > 1)
    issues.add(
      'formula',
      'has a part after |, which is for choices: name the alternatives (`alternatives: { shape: wide }`), or use +',
    );
  const variables = new Variables(spec, table, issues, factorsOf(formula));
  const plan = withIntercepts(planOutcome(formula, variables), formula, issues);
  const { terms, hasConstant } = formula.parts[0]!;
  // Thresholds are constants.
  if (terms.length === 0 && !hasConstant) issues.add('formula', 'has no column after ~: add at least one');
  checkSpecColumns(formula, variables);
  const isState = (column: string) => plan?.family === 'hazard' && column === 'period' && !variables.has('period');
  const used = columnsOf(formula).filter((column) => !isState(column));
  checkShapes(formula, variables);
  for (const column of [...used, ...populationColumns(spec)])
    variables.of(column, used.includes(column) ? 'formula' : 'population');
  const parameters = parametersOf(used, variables);
  checkSize(terms, variables);
  issues.throwIfAny();
  const own = plan!;
  const byColumn = new Map(parameters.map((parameter) => [parameter.variable.column, parameter]));
  const ids = new UniqueIds(own.ancillary.map(({ id }) => id));
  const variableOf = (column: string) => (isState(column) ? undefined : variables.of(column, 'formula'));
  const hasState = columnsOf(formula).some(isState);
  const allTerms =
    own.family === 'hazard' && !hasState ? [...terms, [{ column: 'period', function: 'log' as const }]] : terms;
  const options = { hasThresholds: !own.hasConstant };
  const equations = own.equations ?? [''];
  const hasSeveral = equations.length > 1;
  const columnsByEquation = equations.map((equation) => ({
    equation,
    columns: modelColumns(
      hasConstant && own.constantEquations?.includes(equation) ? [] : allTerms,
      hasConstant,
      variableOf,
      byColumn,
      issues,
      ids,
      { ...options, prefix: hasSeveral ? `${equation}_` : '' },
    ),
  }));
  checkDependence(columnsByEquation[0]!.columns, variables);
  issues.throwIfAny();
  const all = columnsByEquation.flatMap(({ columns }) => columns);
  const decision = {
    family: own.family,
    ...own.decision,
    variables: parameters.filter(({ change }) => change === 'multiply').map(perceivedVariable),
    coefficients: [
      ...columnsByEquation.flatMap(({ equation, columns }) =>
        columns.map(({ coefficient, label }) => ({
          id: coefficient,
          label: hasSeveral ? `${label} (${equation})` : label,
        })),
      ),
      ...own.ancillary,
    ],
    terms: columnsByEquation.flatMap(({ equation, columns }) =>
      columns.flatMap(({ coefficient, label, terms: products }) =>
        products.map(({ id, factors }) => ({
          id,
          label,
          coefficient,
          scale: 1,
          factors,
          ...(equation && { equation }),
        })),
      ),
    ),
  };
  const narrative = narrativeOf(spec, variables.all, parameters, all);
  return assemble(spec, {
    table,
    variables,
    parameters,
    decision,
    plan: own,
    narrative: {
      ...narrative,
      levers: { ...(narrative.levers as object), ...own.narrativeOfParameters },
      outcome: own.sentences,
    },
    notes: [`Family: ${own.family}${withLink(own)}, because ${reason ?? own.reason}.`, ...(own.notes ?? [])],
    // Held-out amounts do not identify the share above a price in each group of rows.
    hasEffects: !('curve' in own.target),
  });
}

/** The groups with random intercepts are the clusters of the data. */
function withGroups(spec: Spec, { groups }: Formula, issues: SpecIssues): Spec {
  if (groups === undefined) return spec;
  if (spec.group !== undefined && spec.group !== groups)
    issues.add(
      'group',
      `is "${spec.group}", but the random intercepts of the formula are those of "${groups}": omit it`,
    );
  return { ...spec, group: groups };
}

const familiesWithIntercepts: ReadonlySet<string> = new Set(['binary_logit', 'ordered_logit', 'counts']);

function withIntercepts(
  plan: OutcomePlan | undefined,
  { groups }: Formula,
  issues: SpecIssues,
): OutcomePlan | undefined {
  if (!plan || groups === undefined) return plan;
  if (!familiesWithIntercepts.has(plan.family))
    issues.add(
      'formula',
      `has random intercepts, but only counts and an outcome with two values, with counts of successes or with an order can have them`,
    );
  const spread = `${idOf(groups)}_spread`;
  return {
    ...plan,
    decision: { ...plan.decision, random_intercept: { spread } },
    ancillary: [
      ...plan.ancillary,
      { id: spread, label: `Standard deviation between values of ${nounOf(labelOf(groups), groups)}` },
    ],
    // The intercepts account for the correlation within groups, as in lme4. Few groups have no useful clustered covariance.
    fit: { ...plan.fit, clustered: false },
  };
}

function parametersOf(used: readonly string[], variables: Variables): SpecParameter[] {
  const { spec, issues } = variables;
  return parameterColumns(spec).flatMap(([column, stated]) => {
    if (!used.includes(column)) {
      issues.add(
        `parameters.${column}`,
        `${column} is not in the formula${suggestionFor(column, used) || `: add it, or remove the parameter`}`,
      );
      return [];
    }
    if (stated.each) issues.add(`parameters.${column}.each`, 'is for choices between alternatives: remove it');
    const variable = variables.of(column, `parameters.${column}`);
    if (!variable) return [];
    const texts = variables.texts(column);
    const type = spec.columns[column]?.type;
    const parameter =
      numberParameter(variable, stated, texts, type, issues) ?? parameterOf(variable, stated, variables);
    return parameter ? [parameter] : [];
  });
}

/** Names a pair of columns of which each determines the other, such as `female` and `male`. */
function checkDependence(columns: readonly ModelColumn[], variables: Variables): void {
  const flags = variables.all.filter(
    ({ levels }) => levels.length === 2 && columns.some((column) => column.variables.length === 1),
  );
  const patterns = new Map<string, Variable>();
  for (const variable of flags) {
    if (!columns.some((column) => column.variables.length === 1 && column.variables[0] === variable.id)) continue;
    const texts = variables.texts(variable.column);
    const first = texts[0]!.trim();
    const pattern = texts.map((text) => (text.trim() === first ? '1' : '0')).join('');
    const same = patterns.get(pattern);
    if (!same) {
      patterns.set(pattern, variable);
      continue;
    }
    const isEqual =
      same.levels.findIndex(({ raw }) => raw === variables.texts(same.column)[0]!.trim()) ===
      variable.levels.findIndex(({ raw }) => raw === first);
    variables.issues.add('formula', `${variable.column} = ${isEqual ? '' : '1 − '}${same.column}: remove one`);
  }
}

function withLink({ decision: { link } }: OutcomePlan): string {
  return typeof link === 'string' ? ` with the link ${link}` : '';
}
