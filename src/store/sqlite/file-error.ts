/**
 * What has become of the file, by others than this store:
 * - `moved`: its name leads nowhere, or to another file.
 * - `back`: the name leads to the file again.
 * - `log`: the file is there; one of those that SQLite keeps beside it is gone, or another one.
 * - `cut`: the file or its log is shorter than it was, or holds what nobody wrote there.
 */
export type Trouble = 'moved' | 'back' | 'log' | 'cut'

/** Nothing can be kept in the file as it is now: why, and what to do. */
export class FileError extends Error {
  /** What it is told apart by at the other end of the thread. */
  readonly code = 'FILE'
  readonly trouble: Trouble

  constructor(trouble: Trouble, message: string) {
    super(message)
    this.name = 'FileError'
    this.trouble = trouble
  }
}
