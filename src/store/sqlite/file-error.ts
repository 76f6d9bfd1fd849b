/**
 * A change of the file by others:
 * - `moved`: its name refers to no file, or to another one.
 * - `back`: the name refers to the file again.
 * - `log`: a file that SQLite keeps beside it is missing or another one.
 * - `cut`: the file or its log was truncated or overwritten.
 */
export type FileTrouble = 'moved' | 'back' | 'log' | 'cut'

/** Reason why the file cannot be used now, and what to do. */
export class FileError extends Error {
  /** Its code in the other thread. */
  readonly code = 'FILE'
  readonly trouble: FileTrouble

  constructor(trouble: FileTrouble, message: string) {
    super(message)
    this.name = 'FileError'
    this.trouble = trouble
  }
}
