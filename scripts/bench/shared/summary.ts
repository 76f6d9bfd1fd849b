/** A summary of repeated measurements. */
export interface Summary {
  readonly median: number
  readonly min: number
  readonly max: number
}

/** @param values - at least one. */
export function summarize(values: readonly number[]): Summary {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (index: number) => sorted[index] as number
  const middle = (sorted.length - 1) / 2
  return {
    median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
    min: at(0),
    max: at(sorted.length - 1),
  }
}

/** `1.52 (1.49-1.60)`: the median and the range. */
export function printSummary({ median, min, max }: Summary, digits = 2): string {
  return `${median.toFixed(digits)} (${min.toFixed(digits)}-${max.toFixed(digits)})`
}
