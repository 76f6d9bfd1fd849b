/** Reason why `init` cannot go on, in one line with the remedy. */
export class InitError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'InitError'
  }
}
