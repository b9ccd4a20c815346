import { createRequire } from 'node:module';
import { join } from 'node:path';
import ts from 'typescript';
import { projectFolder } from '../embedded/project.js';
import { object, objects } from './tests/kubernetes-objects.mjs';

const require = createRequire(join(projectFolder, 'package.json'));

/** The module with the published schema of an object. */
const moduleOf = ({ apiVersion }) =>
  apiVersion.startsWith('keda.sh/') ? `@kubernetes-models/keda/${apiVersion}` : `kubernetes-models/${apiVersion}`;

/** Checks objects with the published types: they also reject fields that the schemas ignore, such as misspelled ones. */
function typeProblems(checked) {
  const source = checked
    .map((one, index) => {
      const type = `I${one.kind}`;
      return `import type { ${type} as Type${index} } from '${moduleOf(one)}';
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

function schemaProblem(one) {
  const { [one.kind]: Model } = require(moduleOf(one));
  try {
    new Model(one).validate();
    return undefined;
  } catch (error) {
    return `${one.kind} ${one.metadata.name}: ${error.message}`;
  }
}

describe('deploy/kubernetes', () => {
  it('Each object agrees with the published schema of Kubernetes or KEDA and has no unknown field', () => {
    expect(objects.map(schemaProblem).filter(Boolean)).toEqual([]);
    expect(typeProblems(objects)).toEqual([]);
    const misspelled = structuredClone(object('Deployment', 'api'));
    misspelled.spec.template.spec.containers[0].imagee = 'x';
    expect(typeProblems([misspelled])).toEqual([expect.stringContaining('imagee')]);
    expect(schemaProblem({ ...misspelled, spec: { replicas: 'two' } })).toContain('Deployment api');
  });
});
