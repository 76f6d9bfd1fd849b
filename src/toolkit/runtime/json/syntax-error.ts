/** Why a text is not the JSON that we accept. */
export const faults = {
  depth: 'the text is nested too deeply',
  duplicate: 'an object has a member twice',
  encoding: 'the text is not valid UTF-8',
  surrogate: 'a string has a lone surrogate',
  syntax: 'the text is not valid JSON',
} as const

/** A text that is not the JSON that we accept. The message names the fault, never the text. */
export class JsonSyntaxError extends Error {
  constructor(fault: keyof typeof faults) {
    super(faults[fault])
    this.name = 'JsonSyntaxError'
  }
}
