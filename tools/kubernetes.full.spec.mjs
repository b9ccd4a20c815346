import { createRequire } from 'node:module';
import { join } from 'node:path';
import ts from 'typescript';
import { projectFolder } from '../embedded/project.js';
import { object, objects } from './tests/kubernetes-objects.mjs';

const require = createRequire(join(projectFolder, 'package.json'));

const isKeda = ({ apiVersion }) => apiVersion.startsWith('keda.sh/');

/** The module with the published type of an object, and its name there. */
function typeOf(one) {
  if (isKeda(one)) return { module: `@kubernetes-models/keda/${one.apiVersion}`, type: `I${one.kind}` };
  const [version, group = 'core'] = one.apiVersion.split('/').toReversed();
  return { module: `kubernetes-types/${group.replace('.k8s.io', '')}/${version}`, type: one.kind };
}

/** Checks objects with the published types: they also reject fields that the schemas ignore, such as misspelled ones. */
function typeProblems(checked) {
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
const fractions = (value) =>
  typeof value === 'number' && !Number.isInteger(value)
    ? [value]
    : Object.values(value !== null && typeof value === 'object' ? value : {}).flatMap(fractions);

describe('deploy/kubernetes', () => {
  it('Each object agrees with the published types of Kubernetes or KEDA and has no unknown field', () => {
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

  it('Each object of KEDA agrees with its published schema', () => {
    const ofKeda = objects.filter(isKeda);
    expect(ofKeda.map(({ kind }) => kind)).toEqual(['ScaledObject']);
    expect(ofKeda.map(schemaProblem).filter(Boolean)).toEqual([]);
    expect(schemaProblem({ ...ofKeda[0], spec: { ...ofKeda[0].spec, minReplicaCount: 'two' } })).toContain(
      'ScaledObject',
    );
  });
});
