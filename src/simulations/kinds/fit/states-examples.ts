import { parseYaml } from '../../../../model/authoring/parse-spec.js';

/** Whether the spec of a fit has example questions. Otherwise, the service writes those of the workflow. */
export function statesExamples(spec: string): boolean {
  const { questions } = parseYaml(spec) as { questions?: { examples?: unknown } };
  return questions?.examples !== undefined;
}
