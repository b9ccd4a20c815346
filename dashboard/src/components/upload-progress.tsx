import './upload-progress.css';

/** Progress of an upload, and of the work of the service afterwards. */
export function UploadProgress({ sent, then }: { /** 0 to 1 */ sent: number; then: string }) {
  return (
    <div role="status">
      <progress className="upload-progress" aria-label="Upload" max={1} value={sent} />
      <p className="muted">{sent < 1 ? `${Math.floor(sent * 100)}% sent` : then}</p>
    </div>
  );
}
