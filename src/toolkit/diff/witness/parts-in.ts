/** Number of the parts of a value, itself among them: how long it takes to judge it. */
export function partsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce<number>((sum, each) => sum + partsIn(each), 1)
}
