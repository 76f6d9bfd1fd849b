const EXPRESSION = /\{([^{}]+)\}/

/** What a path template, or a segment of one, consists of: literal texts and names of parameters in turn. */
export function partsOf(template: string): string[] {
  return template.split(EXPRESSION)
}

/** The names of the parameters in a path template, in order. */
export function namesIn(template: string): string[] {
  return partsOf(template).filter((_, index) => index % 2 === 1)
}
