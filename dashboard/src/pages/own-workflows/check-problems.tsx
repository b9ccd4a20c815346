import { isApiFailure } from '../../api/api-failure';
import { ErrorNotice, Notice } from '../../components/notice';

/** Problems of a definition with their paths, or another failure of the request. */
export function CheckProblems({ error }: { error: unknown }) {
  if (!isApiFailure(error) || error.code !== 'invalid_definition' || !error.meta.issues)
    return <ErrorNotice error={error} />;
  const { issues } = error.meta;
  return (
    <>
      <Notice
        kind="bad"
        title={issues.length === 1 ? '1 problem in the definition' : `${issues.length} problems in the definition`}
      >
        <p>Fix them in the recipe or in the data of the calibration, and check again.</p>
      </Notice>
      <div className="table-scroll" role="region" aria-label="Problems of the definition" tabIndex={0}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Path</th>
              <th scope="col">Problem</th>
            </tr>
          </thead>
          <tbody>
            {issues.map(({ path, message }) => (
              <tr key={path + message}>
                <td>
                  <code>{path || '(document)'}</code>
                </td>
                <td>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
