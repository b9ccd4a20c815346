import { randomBytes } from 'node:crypto';
import { parseAllDocuments } from 'yaml';
import { parseEnv } from '../src/config/env.js';
import { apiMemory, workerMemory } from '../src/config/memory-limits.js';
import { trustIn } from '../src/config/setting-values.js';
import { files, object, objects, read } from './tests/kubernetes-objects.mjs';

const podOf = (kind, name) => object(kind, name).spec.template;
const pods = [podOf('Deployment', 'api'), podOf('Deployment', 'worker'), podOf('Job', 'migrate')];
const containerOf = ({ spec }) => spec.containers[0];

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
});
