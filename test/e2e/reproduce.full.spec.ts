import { SimulationService } from '../../clients/typescript/src/index.js';
import { readBuiltInWorkflows } from '../../src/workflows/built-in-workflows.js';
import { ClientPrograms } from '../support/client-programs.js';
import { findPython } from '../support/python.js';
import { bootstrap, runFile } from '../support/shared-service.js';

interface Programs {
  curl: string;
  typescript: string;
  python: string;
  command_line: string;
}
type Language = keyof Programs;

interface Parameter {
  type: string;
  default: unknown;
  enum?: string[];
  'x-calibrated-range'?: [number, number];
}

/** Another value than the default. */
function otherValue({ default: baseline, enum: options, 'x-calibrated-range': range }: Parameter): unknown {
  return options ? options.find((option) => option !== baseline) : range!.find((end) => end !== baseline);
}

describe('the programs that reproduce a result', () => {
  const { url } = runFile();
  let programs: ClientPrograms;
  let client: SimulationService;
  let key: string;

  beforeAll(async () => {
    ({ key } = await bootstrap());
    client = new SimulationService({ apiKey: key, baseUrl: url });
    programs = await ClientPrograms.create('reproduce', { url, key }, '--json');
  });
  afterAll(() => programs.remove());

  const words = (text: string) => text.trim().split('\n');

  /** Runs programs of one language, and returns the ids of the runs that they created. */
  const runners: Record<Language, (sources: readonly string[]) => Promise<string[]>> = {
    curl: async (sources) => {
      const outputs = await programs.bash(sources.join('\necho\n'));
      return words(outputs).map((line) => (JSON.parse(line) as { data: { id: string } }).data.id);
    },
    typescript: async (sources) => words(await programs.node(await programs.compile(sources))),
    python: async (sources) => words(await programs.python(sources.join('\n'))),
    command_line: async (sources) => {
      const outputs = await programs.bash(sources.join(' &&\necho , &&\n'));
      return (JSON.parse(`[${outputs}]`) as { id: string }[]).map(({ id }) => id);
    },
  };
  const languages = Object.keys(runners) as Language[];

  const manifest = async (id: string) => {
    const response = await fetch(`${url}/v1/runs/${id}/manifest`, {
      headers: { authorization: `Bearer ${key}` },
    });
    return (await response.json()) as { data: { digest: string }; meta: { reproduce: Programs } };
  };
  /** The digests of runs are those of the runs that their programs create. */
  const check = async (ids: readonly string[], language: Language) => {
    const manifests = await Promise.all(ids.map(manifest));
    const created = await runners[language](manifests.map(({ meta }) => meta.reproduce[language]));
    await Promise.all(created.map((id) => client.runs.wait(id)));
    const again = await Promise.all(created.map(manifest));
    expect(new Set([...created, ...ids]).size).toBe(2 * ids.length);
    expect(again.map(({ data }) => data.digest)).toEqual(manifests.map(({ data }) => data.digest));
  };

  describe('of a simulation of each workflow', () => {
    let ids: string[];

    beforeAll(async () => {
      ids = await Promise.all(
        // Other tests publish public workflows at the same time.
        [...readBuiltInWorkflows().keys()].map(async (workflow_id) => {
          const { properties } = (await client.workflow(workflow_id)).scenario_schema;
          const scenario = Object.entries(properties as Record<string, Parameter>).map(([id, parameter]) => [
            id,
            otherValue(parameter),
          ]);
          const changes = Object.fromEntries(scenario.slice(0, 2)) as Record<string, unknown>;
          return (await client.run(workflow_id, changes, { agent_count: 40, seed: 7 })).id;
        }),
      );
    });

    for (const language of languages)
      (language === 'python' && findPython() === undefined ? it.skip : it)(
        `The program for ${language} creates a run with the same result`,
        () => check(ids, language),
      );
  });

  describe('of other runs', () => {
    let ids: string[];

    beforeAll(async () => {
      const workflow_id = 'swissmetro-mode-choice';
      const small = { workflow_id, agent_count: 60, seed: 3 };
      const where = { sex: ['female'] };
      ids = await Promise.all([
        client.simulations
          .run({ ...small, where, uncertainty: { method: 'draws', parameter_draws: 20 } })
          .then(({ id }) => id),
        client.sweeps
          .run({ ...small, parameters: [{ name: 'train_cost_factor', values: [0.8, 1.2] }] })
          .then(({ id }) => id),
        client.goals
          .run({
            ...small,
            scenario_context: { car_cost_factor: 1.1 },
            parameters: [{ name: 'swissmetro_cost_factor' }],
            objective: { goal: 'reach', share: 'swissmetro', target: 0.62 },
          })
          .then(({ id }) => id),
        client.sensitivities.run({ ...small, parameters: [{ name: 'train_cost_factor' }] }).then(({ id }) => id),
        client.largeSimulations.run({ ...small, agent_count: 10_001 }).then(({ id }) => id),
      ]);
    });

    for (const language of languages)
      (language === 'python' && findPython() === undefined ? it.skip : it)(
        `The program for ${language} creates a run with the same result`,
        () => check(ids, language),
      );
  });
});
