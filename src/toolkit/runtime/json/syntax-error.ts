/** Reasons to refuse a JSON text. */
export const faults = {
  depth: 'the text is nested too deeply',
  duplicate: 'an object has a member twice',
  encoding: 'the text is not valid UTF-8',
  surrogate: 'a string has a lone surrogate',
  syntax: 'the text is not valid JSON',
} as const

/** A text that is not acceptable JSON. The message names the fault, never the text. */
export class JsonSyntaxError extends Error {
  constructor(fault: keyof typeof faults) {
    super(faults[fault])
    this.name = 'JsonSyntaxError'
  }
}
