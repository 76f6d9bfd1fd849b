const REASONS = {
  depth: 'the text is nested too deeply',
  duplicate: 'an object has a member twice',
  encoding: 'the text is not valid UTF-8',
  prototype: 'an object has a member `__proto__` or `constructor.prototype`',
  surrogate: 'a string has a lone surrogate',
  syntax: 'the text is not valid JSON',
} as const

/** A text that is not acceptable JSON. The message never contains the text. */
export class JsonSyntaxError extends Error {
  /** @param place - Follows the reason. */
  constructor(reason: keyof typeof REASONS, place = '') {
    super(`${REASONS[reason]}${place}`)
    this.name = 'JsonSyntaxError'
  }
}

/**
 * The error for a text that `JSON.parse` has refused, with the place where it stops being JSON, if the platform
 * tells it: not for each character that is none of JSON's.
 */
export function syntaxErrorIn(text: string, { message }: Error): JsonSyntaxError {
  const isCut = message.startsWith('Unexpected end')
  const at = isCut ? text.length : Number(/ JSON at position (\d+)/.exec(message)?.[1])
  return new JsonSyntaxError('syntax', Number.isNaN(at) ? '' : placeAt(text, at))
}

/** Lines and columns begin at 1. */
function placeAt(text: string, at: number): string {
  if (at >= text.length) return ': it ends too early'
  const before = text.slice(0, at)
  const start = before.lastIndexOf('\n') + 1
  return ` at line ${before.split('\n').length}, column ${at - start + 1}`
}
