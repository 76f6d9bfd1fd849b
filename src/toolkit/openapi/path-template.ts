const EXPRESSION = /\{([^{}]+)\}/

/** Literal texts and names of parameters in turn, of a path template or of one of its segments. */
export function partsOf(template: string): string[] {
  return template.split(EXPRESSION)
}

/** Names of the parameters in a path template, in order. */
export function namesIn(template: string): string[] {
  return partsOf(template).filter((_, index) => index % 2 === 1)
}

/** A regular expression that matches this text only. */
export function literalPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
