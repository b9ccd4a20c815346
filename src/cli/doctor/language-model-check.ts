import { z } from 'zod';
import type { Settings } from '../../config/settings.js';
import { ChatCompletions, type Completion } from '../../language-model/chat-completions.js';
import { strictObject } from '../../language-model/tasks/task.js';
import { runCheck, type Finding } from './finding.js';

const check = 'language model';
const documentSchema = z.strictObject({ ready: z.boolean() });
const request: Completion = {
  instructions: 'Respond with the JSON document {"ready": true}.',
  data: {},
  name: 'ready',
  schema: strictObject({ ready: { type: 'boolean' } }),
  maxTokens: 50,
};

/** Requests one short document of the form that the service needs. No text of a user is sent. */
export function checkLanguageModel({ languageModel }: Settings): Promise<Finding[]> {
  return runCheck(check, async () => {
    if (!languageModel) return [{ check, level: 'ok', text: 'not configured: rules alone read questions' }];
    const name = `${languageModel.model} at ${new URL(languageModel.url).host}`;
    const fix = 'correct SVC_LLM_URL, SVC_LLM_MODEL and SVC_LLM_API_KEY; until then, rules alone read questions';
    try {
      const { document } = await new ChatCompletions(languageModel).complete(request);
      if (documentSchema.safeParse(document).success) return [{ check, level: 'ok', text: `${name} responds` }];
      return [{ check, level: 'warning', text: `${name} wrote another document than requested`, fix }];
    } catch (error) {
      const text = `${name}: ${error instanceof Error ? error.message : String(error)}`;
      return [{ check, level: 'warning', text, fix }];
    }
  });
}
