import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { SimulationService } from '../../clients/typescript/src/index.js';
import { markdownText } from '../../clients/typescript/src/mcp/markdown.js';
import { weaversRouting, publishWorkflow, testDefinition } from '../support/definitions.js';
import { injections } from '../support/injections.js';
import { answersTo, callTool, connectMcp, hasInvisibleCharacters, hostileLabel } from '../support/mcp.js';
import { projectFolder, runNode } from '../support/operator.js';
import { bootstrap, newCaller, runFile } from '../support/shared-service.js';

const workflow_id = 'swissmetro-mode-choice';

describe('the MCP server', () => {
  const url = runFile().url;
  let key: string;
  let agent: Client;

  beforeAll(async () => {
    ({ key } = await bootstrap());
    agent = await connectMcp({ key });
  });
  afterAll(() => agent.close());

  it('Questions with instructions change neither the agents nor the seed, and no result has invisible characters', async () => {
    const service = new SimulationService({ apiKey: key, baseUrl: url });
    const visible = injections.filter((question) => !hasInvisibleCharacters(question));
    expect(visible).not.toEqual([]);
    for (const answered of await answersTo(agent, visible)) {
      const text = JSON.stringify(answered);
      expect(text).not.toMatch(/\\u00|\p{Cc}|\p{Cf}/u);
      expect(text).not.toMatch(/sk_test_|whsec_/);
      if (answered.id === undefined) continue;
      expect(await service.simulations.get(answered.id)).toMatchObject({ agent_count: 50, seed: 7, webhook_url: null });
    }
  });

  it('Hostile labels of a workflow stay quoted values in tools and resources', async () => {
    const api = await newCaller();
    const workflowId = 'hostile-weavers';
    const definition = testDefinition(workflowId, { name: hostileLabel.written, routing: weaversRouting });
    const published = await publishWorkflow(api, definition);
    expect(published.status).toBe(201);
    const client = await connectMcp({ key: api.key! });
    const found = await callTool(client, 'find_workflows');
    const listed = found.workflows.find((one) => one.workflow_id === workflowId)!;
    expect(listed.name).toBe(hostileLabel.shown);
    const { contents } = await client.readResource({ uri: `simulation-service://workflows/${workflowId}/evidence` });
    expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ name: listed.name });
    await client.close();
  });

  it('The report of a run is a resource', async () => {
    const { id, headline } = await callTool(agent, 'simulate', { workflow_id, agent_count: 50 });
    const { contents } = await agent.readResource({ uri: `simulation-service://runs/${id}/report` });
    expect(contents[0]).toMatchObject({
      mimeType: 'text/markdown',
      text: expect.stringContaining(`**${markdownText(headline)}**`) as unknown,
    });
    expect((contents[0] as { text: string }).text).toMatch(/\| Outcome \|/);
  });

  it('The command of the client package serves the same over standard input and output', async () => {
    const main = join(projectFolder, 'dist/clients/typescript/src/mcp/main.js');
    expect((await runNode([main], { SVC_API_KEY: '' })).code).toBe(2);
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    const env = { SVC_API_KEY: key, SVC_URL: url };
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [main], env }));
    expect((await client.listTools()).tools).toEqual((await agent.listTools()).tools);
    expect(await callTool(client, 'simulate', { workflow_id, agent_count: 50, seed: 1 })).toMatchObject({
      status: 'completed',
    });
    await client.close();
  });
});
