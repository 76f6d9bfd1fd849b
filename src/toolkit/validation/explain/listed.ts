const MOST_VALUES = 10

/** Values as JSON, the first ten of them. */
export function listed(values: readonly unknown[]): string {
  return shortList(values, ', ', printed)
}

/** The first ten of some texts, or of the texts of other values: a list may be long, and only they are made. */
export function shortList<Value>(
  values: readonly Value[],
  joint = ', ',
  textOf: (value: Value) => string = String,
): string {
  const rest = values.length - MOST_VALUES
  const texts = values.slice(0, MOST_VALUES).map(textOf)
  return texts.join(joint) + (rest > 0 ? ` and ${rest} more` : '')
}

/** A value as JSON; integers that are a `bigint`, too. */
export function printed(value: unknown): string {
  const marked = JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? MARK + each : each))
  return marked.replace(MARKED, '$1')
}

/** JSON.stringify refuses a `bigint`: it is a text with a character before it that texts do not have. */
const MARK = '\0'
const MARKED = /"\\u0000(-?\d+)"/g
