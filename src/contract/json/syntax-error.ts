/** A text that is not the JSON we accept. The message names the fault, never the text. */
export class JsonSyntaxError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'JsonSyntaxError'
  }
}
