/** A number with its noun: `1 handler`, `2 handlers`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
