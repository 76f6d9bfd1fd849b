/** Reason why OpenAPI Generator cannot run here, in one line with the remedy. */
export class GeneratorError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'GeneratorError'
  }
}
