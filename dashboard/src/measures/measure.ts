import { useCallback, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { listed } from '../workflow/labels';
import { formatNumber } from '../format/format';
import { api, type components, data } from '../api/client';
import { readStored } from '../session/store';

/** Value of one agent with an outcome: `constant`, plus `factor` times the value of the parameter of the measure. */
interface OutcomeValue {
  constant: number;
  factor: number;
}

/** A quantity that the user defines, such as revenue: each agent contributes the value of its outcome. */
export interface Measure {
  id: string;
  name: string;
  /** Such as CHF; may be empty. */
  unit: string;
  /** Name of the numeric parameter that factors multiply; null if all values are constant. */
  parameter: string | null;
  /** By id of the outcome. Outcomes that are missing count 0. */
  values: Record<string, OutcomeValue>;
}

export interface Labeled {
  id: string;
  label: string;
}

const agentsPerMeasure = 1000;

/** The values as the API reads them, for a number of agents. */
export function valuesOf({ parameter, values }: Measure, agents = 1) {
  const entries = Object.entries(values).map(([id, value]) => {
    const [constant, factor] = [value.constant * agents, value.factor * agents];
    return [id, parameter === null || factor === 0 ? constant : { name: parameter, factor, constant }] as const;
  });
  return Object.fromEntries(entries);
}

/** The meaning of a measure in words: "Revenue per 1,000 agents: 80 CHF for each agent with the outcome “Train”. All other outcomes count 0." */
export function measureSentence(
  measure: Measure,
  outcomes: readonly Labeled[],
  parameterTitle: string | undefined,
): string {
  const amounts = new Map<string, string[]>();
  for (const { id, label } of outcomes) {
    const text = amountText(measure, measure.values[id], parameterTitle);
    if (text !== undefined) amounts.set(text, [...(amounts.get(text) ?? []), `“${label}”`]);
  }
  const start = `${measure.name} per ${formatNumber(agentsPerMeasure)} agents:`;
  if (amounts.size === 0) return `${start} every outcome counts 0.`;
  const parts = [...amounts].map(
    ([amount, labels]) => `${amount} for each agent with the outcome ${listed(labels, 'or')}`,
  );
  const counted = [...amounts.values()].flat().length;
  const rest = outcomes.length - counted;
  return `${start} ${parts.join(', ')}.${rest > 0 ? ` ${rest === 1 ? 'The other outcome counts' : 'All other outcomes count'} 0.` : ''}`;
}

/** "80 CHF", "60 × train fares CHF" or "5 CHF + 60 CHF × train fares"; undefined for 0. */
function amountText(
  measure: Measure,
  value: OutcomeValue | undefined,
  parameterTitle = 'parameter',
): string | undefined {
  if (!value) return undefined;
  const factor = measure.parameter === null ? 0 : value.factor;
  const unit = measure.unit && ` ${measure.unit}`;
  const product = `${formatNumber(factor)}${unit} × “${parameterTitle}”`;
  if (factor === 0) return value.constant === 0 ? undefined : `${formatNumber(value.constant)}${unit}`;
  return value.constant === 0 ? product : `${formatNumber(value.constant)}${unit} + ${product}`;
}

export type MeasuredFigure = components['schemas']['Measures']['simulations'][number]['measure'];

const partNames: Record<keyof components['schemas']['Errors'], string> = {
  simulation: 'the simulation error (a finite number of agents)',
  estimation: 'the estimation error (a finite data set)',
  population: 'the error of the synthetic population',
  model: 'the error of the model on held-out data',
  targets: 'the error of the calibration targets',
};

/** States which errors the 95% intervals contain, and which they do not. */
export function intervalNote(figures: readonly MeasuredFigure[]): string {
  if (!figures.some(({ interval }) => interval)) return 'The errors of the shares do not determine an interval.';
  const named = Object.keys(partNames) as (keyof typeof partNames)[];
  const parts = named.filter((part) => figures.some(({ errors }) => errors[part] !== undefined));
  const unknown = parts.filter((part) => figures.some(({ errors }) => errors[part] === null));
  const known = parts.filter((part) => !unknown.includes(part));
  const missing = [...unknown.map((part) => partNames[part]), 'errors in your own values'];
  const contained = listed(known.map((part) => partNames[part]));
  return `The 95% intervals contain ${contained}. They do not contain ${listed(missing)}.`;
}

const storageKey = (workflowId: string) => `measures:${workflowId}`;

/** Reads the measures of a workflow from the browser. Entries that are not measures are ignored. */
export function readMeasures(workflowId: string, storage: Pick<Storage, 'getItem'> = localStorage): Measure[] {
  const stored = readStored<unknown>(storageKey(workflowId), storage);
  return Array.isArray(stored) ? stored.filter(isMeasure) : [];
}

export function useMeasures(workflowId: string) {
  const [measures, setMeasures] = useState(() => readMeasures(workflowId));
  const store = useCallback(
    (next: Measure[]) => {
      setMeasures(next);
      try {
        localStorage.setItem(storageKey(workflowId), JSON.stringify(next));
      } catch {
        // Without storage, such as in a private window, the measures last until the page closes.
      }
    },
    [workflowId],
  );
  return {
    measures,
    save: (measure: Measure) =>
      store(
        measures.some(({ id }) => id === measure.id)
          ? measures.map((each) => (each.id === measure.id ? measure : each))
          : [...measures, measure],
      ),
    remove: (id: string) => store(measures.filter((each) => each.id !== id)),
  };
}

function isMeasure(value: unknown): value is Measure {
  if (!isObject(value)) return false;
  const { id, name, unit, parameter, values } = value;
  const hasTexts = [id, name, unit].every((text) => typeof text === 'string');
  const hasParameter = parameter === null || typeof parameter === 'string';
  return hasTexts && hasParameter && isObject(values) && Object.values(values).every(isOutcomeValue);
}

function isOutcomeValue(value: unknown): value is OutcomeValue {
  return isObject(value) && Number.isFinite(value['constant']) && Number.isFinite(value['factor']);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/**
 * A measure per 1,000 agents in simulations, or in the completed points of a sweep.
 *
 * @param reference simulation that the others are compared with. Default: no differences
 * @param completed completed points of a sweep, which are measured again when there are more
 */
export function useMeasured(ids: readonly string[], measure: Measure, reference?: string, completed?: number) {
  const values = JSON.stringify(valuesOf(measure, agentsPerMeasure));
  return useQuery({
    queryKey: ['measures', ids.join(), values, reference, completed],
    staleTime: Infinity,
    queryFn: () => {
      const query = { ids: [...ids], values, with: reference };
      return data(api.GET('/v1/measures', { params: { query } }));
    },
  });
}
