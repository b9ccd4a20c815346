import { useEffect, useState } from 'react';
import { noAdjustments, type AdjustmentsInput } from '../../adjustments/adjustments';
import type { ParameterValues } from '../../parameter-form';
import { useSession } from '../../session/session';

interface Input {
  values: ParameterValues;
  agentCount: number | undefined;
  adjustments: AdjustmentsInput;
}

/** Keeps the values of a workflow's form in this browser tab, also when the page is loaded again or the session ends. */
export function useStoredInput(workflowId: string) {
  const storageKey = `workflow-input:${useSession().user?.user_id}:${workflowId}`;
  const [input, setInput] = useState<Input>(() => read(storageKey));
  useEffect(() => sessionStorage.setItem(storageKey, JSON.stringify(input)), [storageKey, input]);
  const forget = () => sessionStorage.removeItem(storageKey);
  const change = (changed: Partial<Input>) => setInput({ ...input, ...changed });
  return { ...input, change, forget };
}

function read(storageKey: string): Input {
  const empty: Input = { values: {}, agentCount: undefined, adjustments: noAdjustments };
  try {
    return { ...empty, ...(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Partial<Input>) };
  } catch {
    return empty;
  }
}
