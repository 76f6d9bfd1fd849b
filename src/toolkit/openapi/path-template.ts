const EXPRESSION = /\{([^{}]+)\}/

/** Literal texts and names of parameters in turn, of a path template or of one of its segments. */
export function partsOf(template: string): string[] {
  return template.split(EXPRESSION)
}

/** A path template without a query that it has, and the query. */
export function withoutQuery(template: string): { readonly path: string; readonly query?: string } {
  const [, path, query] = /^([^?#]*)\?([^#]*)/.exec(template) ?? []
  return path === undefined ? { path: template } : { path, query: query as string }
}

/** Names of the parameters in the query of a path template that it has under the same name: `page={page}`. */
export function namesInQuery(query: string): string[] {
  return [...new URLSearchParams(query)].flatMap(([name, value]) =>
    value === `{${name}}` ? [name] : [],
  )
}

/** Names of the parameters in a path template, in order. */
export function namesIn(template: string): string[] {
  return partsOf(template).filter((_, index) => index % 2 === 1)
}

/** A regular expression that matches this text only. */
export function literalPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
