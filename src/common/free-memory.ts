/**
 * Frees the memory of bytes, which are empty afterwards. V8 frees memory of an old object only in a full garbage collection, seconds later:
 * twenty files of a megabyte stayed in the process. A copy that takes over the memory is a young object, which is collected early.
 *
 * @param bytes of a buffer that contains nothing else
 */
export function freeMemory({ buffer }: Uint8Array<ArrayBuffer>): void {
  structuredClone(buffer, { transfer: [buffer] });
}
