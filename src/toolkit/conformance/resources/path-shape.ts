/** A template without the names of its parameters: two templates may name the same one differently. */
export function shapeOf(template: string): string {
  return template.replace(/\{[^{}]*\}/g, '{}').replace(/\/$/, '')
}
