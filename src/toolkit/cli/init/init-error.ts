/** Why nothing can be made here, in one line with what to do. */
export class InitError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'InitError'
  }
}
