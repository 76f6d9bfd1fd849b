import { isObject, jsonTypeOf, setOwn } from '../../openapi/json.js'

/** How an object is merged into another one. */
export interface MergeRules {
  /** True if a text never takes the place of an object or array, nor these of a text (Overlay 1.1). */
  readonly isStrict: boolean
  /** Called for values that cannot be merged, with the names that lead to them. */
  conflict(names: readonly string[], message: string): never
}

/** Objects are merged at any depth, and arrays are joined; any other value takes the place of the old one. */
export function merge(
  value: Record<string, unknown>,
  update: object,
  rules: MergeRules,
  names: readonly string[] = [],
): void {
  for (const [name, each] of Object.entries(update)) {
    const before = Object.hasOwn(value, name) ? value[name] : undefined
    const path = [...names, name]
    if (isObject(before) && isObject(each)) merge(before, each, rules, path)
    else if (Array.isArray(before) && Array.isArray(each)) before.push(...structuredClone(each))
    else if (rules.isStrict && before !== undefined && !(isPlain(before) && isPlain(each))) {
      const types = `${jsonTypeOf(before)} in the document, and ${jsonTypeOf(each)} in the action`
      rules.conflict(path, `\`${name}\` is of type ${types}`)
    } else setOwn(value, name, structuredClone(each))
  }
}

export function isPlain(value: unknown): boolean {
  return typeof value !== 'object' || value === null
}
