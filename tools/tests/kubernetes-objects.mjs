// The objects of the Kubernetes manifests.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { projectFolder } from '../../embedded/project.js';

/** Reads a file of the project. */
export const read = (path) => readFileSync(join(projectFolder, path), 'utf8');

/** Files in `deploy/kubernetes`. */
export const files = readdirSync(join(projectFolder, 'deploy/kubernetes')).filter((file) => file.endsWith('.yaml'));

/** All objects of the files, without the kustomization. */
export const objects = files
  .filter((file) => file !== 'kustomization.yaml')
  .flatMap((file) => parseAllDocuments(read(`deploy/kubernetes/${file}`)).map((document) => document.toJS()));

/** The object of a kind with a name. */
export const object = (kind, name) => objects.find((one) => one.kind === kind && one.metadata.name === name);
