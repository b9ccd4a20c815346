import { parseYaml } from '../../../../model/authoring/parse-spec.js';

/** Example questions that the spec of a fit states. Without them, the service writes the examples of the workflow. */
export function writtenExamples(spec: string): readonly string[] {
  const { questions } = parseYaml(spec) as { questions?: { examples?: string[] } };
  return questions?.examples ?? [];
}
