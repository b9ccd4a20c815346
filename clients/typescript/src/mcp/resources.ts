import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import type { SimulationService } from '../client.js';
import { answer, pageOf } from './answers.js';
import { jsonText, oneLine } from './markdown.js';
import { runId } from './run-answer.js';
import { evidenceOf } from './workflow-tools.js';

export function registerResources(server: McpServer, client: SimulationService): void {
  server.registerResource(
    'evidence',
    new ResourceTemplate('simulation-service://workflows/{workflow_id}/evidence', {
      list: async () => ({
        resources: (await client.workflows().toArray(200)).map(({ workflow_id, name }) => ({
          uri: `simulation-service://workflows/${workflow_id}/evidence`,
          name: `Evidence: ${oneLine(name)}`,
          mimeType: 'application/json',
        })),
      }),
    }),
    {
      title: 'Evidence of a workflow',
      description: 'Data, results on held-out data, parameters and limits of a workflow.',
      mimeType: 'application/json',
    },
    async ({ href }, { workflow_id }) => {
      const { structuredContent } = answer(evidenceOf(await client.workflow(String(workflow_id))));
      return { contents: [{ uri: href, mimeType: 'application/json', text: jsonText(structuredContent) }] };
    },
  );
  server.registerResource(
    'report',
    new ResourceTemplate('simulation-service://runs/{id}/report', { list: undefined }),
    {
      title: 'Report of a run',
      description: 'The complete result of a run: figures with intervals, groups, uncertainty, trust and limits.',
      mimeType: 'text/markdown',
    },
    async ({ href }, { id }) => {
      const known = runId.parse(id);
      return {
        contents: [{ uri: href, mimeType: 'text/markdown', text: pageOf(await client.runs.view(known)) }],
      };
    },
  );
}
