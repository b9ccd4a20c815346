import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { projectFolder } from '../../embedded/project.js';
import { parseEnv } from '../../src/config/env.js';
import { apiMemory, workerMemory } from '../../src/config/memory-limits.js';
import { trustIn } from '../../src/config/setting-values.js';
import { itInFullLevel } from '../support/full-level.js';

// The fast level does not load the compiler and the models.
const require = createRequire(join(projectFolder, 'package.json'));

/** Reads a file of the project. */
const read = (path) => readFileSync(join(projectFolder, path), 'utf8');

/** Files in `deploy/kubernetes`. */
const files = readdirSync(join(projectFolder, 'deploy/kubernetes')).filter((file) => file.endsWith('.yaml'));

/** All objects of the files, without the kustomization. */
const objects = files
  .filter((file) => file !== 'kustomization.yaml')
  .flatMap((file) => parseAllDocuments(read(`deploy/kubernetes/${file}`)).map((document) => document.toJS()));

/** The object of a kind with a name. */
const object = (kind, name) => objects.find((one) => one.kind === kind && one.metadata.name === name);

const podOf = (kind, name) => object(kind, name).spec.template;
const pods = [podOf('Deployment', 'api'), podOf('Deployment', 'worker'), podOf('Job', 'migrate')];
const containerOf = ({ spec }) => spec.containers[0];
const isKeda = ({ apiVersion }) => apiVersion.startsWith('keda.sh/');

describe('deploy/kubernetes', () => {
  it('The kustomization contains each file', () => {
    const { resources } = parseAllDocuments(read('deploy/kubernetes/kustomization.yaml'))[0].toJS();
    expect(['kustomization.yaml', ...resources].toSorted()).toEqual(files.toSorted());
  });

  it('The service starts in production with the settings of the manifests and the secrets of the page', () => {
    const { data: settings } = object('ConfigMap', 'simulation-service');
    const listed = read('.env.example');
    for (const name of Object.keys(settings)) expect(listed).toMatch(new RegExp(`^${name}=`, 'm'));
    const [mounted] = read('docs/operator/kubernetes.md').split('simulation-service-owner \\');
    const secrets = [...mounted.matchAll(/--from-literal=(\w+)=(?:'(.*)'|"\$\(openssl rand -hex (\d+)\)")/g)].map(
      ([, name, value, bytes]) => [name, value ?? randomBytes(Number(bytes)).toString('hex')],
    );
    const env = { NODE_ENV: 'production', HOST: '0.0.0.0', ...settings, ...Object.fromEntries(secrets) };
    // Without a token, the port of the probes of workers is open on 127.0.0.1 only.
    const metricsToken = expect.any(String);
    expect(parseEnv(env)).toMatchObject({ metricsPorts: { api: 9464, worker: 9464 }, metricsToken });
    const [, table] = read('docs/operator/deployment.md').split('| Required in production');
    const required = [...table.split('\n\n')[0].matchAll(/^\| (`.*?) +\|/gm)].flatMap(([, names]) =>
      names.match(/\w+/g),
    );
    expect(required).toEqual(expect.arrayContaining(['REDIS_URL', 'SVC_MASTER_KEY', 'LIVE_DATABASE_URL']));
    expect(Object.keys(env)).toEqual(expect.arrayContaining(required));
  });

  it('The manifests trust no private network, in which each pod could choose its address', () => {
    const { data } = object('ConfigMap', 'simulation-service');
    const isTrusted = trustIn(data.SVC_TRUSTED_PROXIES.split(','));
    for (const address of ['10.0.0.1', '10.244.3.7', '10.255.255.254', '172.16.0.1', '192.168.0.1', 'fd00::1'])
      expect([address, isTrusted(address)]).toEqual([address, false]);
  });

  it('The memory limits of the pods cover all that their processes and threads may use', () => {
    const limitMb = (pod) => 1_024 * Number(/^(\d+)Gi$/.exec(containerOf(pod).resources.limits.memory)[1]);
    const sum = (parts) => parts.reduce((total, { memoryMb, concurrent }) => total + memoryMb * concurrent, 0);
    const [api, worker] = pods;
    expect(limitMb(api)).toBeGreaterThanOrEqual(sum(Object.values(apiMemory)));
    const threads = Number(containerOf(worker).resources.limits.cpu);
    const { eventLoop, engineThread } = workerMemory;
    expect(limitMb(worker)).toBeGreaterThanOrEqual(sum([eventLoop, { ...engineThread, concurrent: threads }]));
  });

  it('Only the migrations get the owners of the tables, and no manifest contains a secret', () => {
    const secretsOf = (pod) => containerOf(pod).envFrom.flatMap(({ secretRef }) => (secretRef ? [secretRef.name] : []));
    expect(pods.map(secretsOf)).toEqual([
      ['simulation-service'],
      ['simulation-service'],
      ['simulation-service', 'simulation-service-owner'],
    ]);
    expect(objects.filter(({ kind }) => kind === 'Secret')).toEqual([]);
  });

  it('The commands are those of docker-compose.yml', () => {
    const compose = read('docker-compose.yml');
    for (const pod of pods) expect(compose).toContain(`command: [${containerOf(pod).command.join(', ')}]`);
  });

  it('No pod runs as root, gains privileges, writes to its image or uses the API of the cluster', () => {
    for (const pod of pods) {
      expect(pod.spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      expect(containerOf(pod)).toMatchObject({
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
        resources: {
          requests: { cpu: expect.any(String), memory: expect.any(String) },
          limits: { memory: expect.any(String) },
        },
        volumeMounts: [{ mountPath: '/tmp' }],
      });
    }
  });

  it('Selectors, probes, ports and policies name pods and ports that exist', () => {
    const labels = pods.map(({ metadata }) => metadata.labels.app);
    for (const { kind, metadata, spec } of objects) {
      const selected = [
        ...[spec?.selector?.matchLabels?.app, kind === 'Service' ? spec.selector.app : undefined],
        ...[spec?.podSelector?.matchLabels?.app, ...(spec?.podSelector?.matchExpressions?.[0].values ?? [])],
        ...[spec?.scaleTargetRef?.name],
      ].filter(Boolean);
      expect([kind, metadata.name, labels]).toEqual([kind, metadata.name, expect.arrayContaining(selected)]);
    }
    for (const pod of pods.slice(0, 2)) {
      const { ports, livenessProbe, startupProbe, readinessProbe } = containerOf(pod);
      const names = ports.map(({ name }) => name);
      const probes = [livenessProbe, startupProbe, readinessProbe ?? livenessProbe].map(({ httpGet }) => httpGet);
      expect(names).toEqual(expect.arrayContaining(probes.map(({ port }) => port)));
      expect(['/livez', '/readyz']).toEqual(expect.arrayContaining(probes.map(({ path }) => path)));
      const { containerPort } = ports.find(({ name }) => name === 'metrics');
      const { data } = object('ConfigMap', 'simulation-service');
      expect([data.SVC_API_METRICS_PORT, data.SVC_WORKER_METRICS_PORT]).toEqual([
        `${containerPort}`,
        `${containerPort}`,
      ]);
    }
  });

  it('The workers scale with a metric that workers export', () => {
    const [{ type, metadata }] = object('ScaledObject', 'worker').spec.triggers;
    expect(type).toBe('prometheus');
    const [metric] = /svc_\w+/.exec(metadata.query);
    expect(read('src/processor/backlog-metrics.service.ts')).toContain(`'${metric}'`);
  });

  itInFullLevel('Each object agrees with the published types of Kubernetes or KEDA and has no unknown field', () => {
    expect(typeProblems(objects)).toEqual([]);
    expect(fractions(objects)).toEqual([]);
    const misspelled = structuredClone(object('Deployment', 'api'));
    misspelled.spec.template.spec.containers[0].imagee = 'x';
    expect(typeProblems([misspelled])).toEqual([expect.stringContaining('imagee')]);
    const wrongTypes = { ...object('Deployment', 'api'), spec: { replicas: 'two' } };
    expect(typeProblems([wrongTypes])).toEqual(["Type 'string' is not assignable to type 'number'."]);
    const half = { ...object('HorizontalPodAutoscaler', 'api'), spec: { minReplicas: 1.5 } };
    expect(fractions([half])).toEqual([1.5]);
  });

  itInFullLevel('Each object of KEDA agrees with its published schema', () => {
    const ofKeda = objects.filter(isKeda);
    expect(ofKeda.map(({ kind }) => kind)).toEqual(['ScaledObject']);
    expect(ofKeda.map(schemaProblem).filter(Boolean)).toEqual([]);
    expect(schemaProblem({ ...ofKeda[0], spec: { ...ofKeda[0].spec, minReplicaCount: 'two' } })).toContain(
      'ScaledObject',
    );
  });
});

/** The module with the published type of an object, and its name there. */
function typeOf(one) {
  if (isKeda(one)) return { module: `@kubernetes-models/keda/${one.apiVersion}`, type: `I${one.kind}` };
  const [version, group = 'core'] = one.apiVersion.split('/').toReversed();
  return { module: `kubernetes-types/${group.replace('.k8s.io', '')}/${version}`, type: one.kind };
}

/** Checks objects with the published types: they also reject fields that the schemas ignore, such as misspelled ones. */
function typeProblems(checked) {
  const ts = require('typescript');
  const source = checked
    .map((one, index) => {
      const { module, type } = typeOf(one);
      return `import type { ${type} as Type${index} } from '${module}';
export const object${index}: Type${index} = ${JSON.stringify(one)};`;
    })
    .join('\n');
  const path = join(projectFolder, 'kubernetes-objects.ts');
  const { ModuleKind, ModuleResolutionKind } = ts;
  const modules = { module: ModuleKind.ESNext, moduleResolution: ModuleResolutionKind.Bundler };
  const options = { ...modules, noEmit: true, strict: true, skipLibCheck: true, types: [] };
  const host = ts.createCompilerHost(options);
  const readSource = host.getSourceFile.bind(host);
  host.getSourceFile = (name, version) =>
    name === path ? ts.createSourceFile(name, source, version) : readSource(name, version);
  const program = ts.createProgram([path], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

/** Checks an object of KEDA with its published schema, which knows more than the type. */
function schemaProblem(one) {
  const { [one.kind]: Model } = require(typeOf(one).module);
  try {
    new Model(one).validate();
    return undefined;
  } catch (error) {
    return `${one.kind} ${one.metadata.name}: ${error.message}`;
  }
}

/** Types do not know that all numbers of Kubernetes are integers. */
function fractions(value) {
  if (typeof value === 'number') return Number.isInteger(value) ? [] : [value];
  return Object.values(value !== null && typeof value === 'object' ? value : {}).flatMap(fractions);
}
