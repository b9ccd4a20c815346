import { useCallback, useState } from 'react';
import { readStored } from '../session/store';
import type { Measure, OutcomeValue } from './measure';

const storageKey = (workflowId: string) => `measures:${workflowId}`;

/** Reads the measures of a workflow from the browser. Entries that are not measures are ignored. */
export function readMeasures(workflowId: string, storage: Pick<Storage, 'getItem'> = localStorage): Measure[] {
  const stored = readStored<unknown>(storageKey(workflowId), storage);
  return Array.isArray(stored) ? stored.filter(isMeasure) : [];
}

/** The measures of a workflow, stored in this browser. */
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
