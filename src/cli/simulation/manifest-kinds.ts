import { kindNamed, runKinds } from '../../simulations/kinds/index.js';
import type { RegisteredKind } from '../../simulations/run.kind.js';
import { manifestSchema, type Manifest } from '../../simulations/run.manifest.js';

type Parsed =
  | { ok: true; kind: RegisteredKind; manifest: Manifest; plan: object }
  | { ok: false; kind: RegisteredKind; issues: readonly string[] };

/** Returns the kind with the most fields of its own in the manifest. */
function kindOfManifest(document: object): RegisteredKind {
  const ownFields = ({ planned }: RegisteredKind) => Object.keys(planned).filter((field) => field in document).length;
  const [best] = runKinds().toSorted((a, b) => ownFields(b) - ownFields(a));
  return best && ownFields(best) > 0 ? best : kindNamed('simulation');
}

/** Parses the manifest of any kind of run. */
export function parseManifest(document: object): Parsed {
  const kind = kindOfManifest(document);
  const parsed = manifestSchema(kind).safeParse(document);
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.') || '(root)'}: ${message}`);
    return { ok: false, kind, issues };
  }
  // The manifest of a run of a dataset lacks some fields. `readManifest` rejects it.
  const manifest = parsed.data as Manifest & object;
  const own = Object.entries(manifest).filter(([field]) => field in kind.planned);
  return { ok: true, kind, manifest, plan: Object.fromEntries(own) };
}
