/** Memory in use after a number of requests. */
export interface Point {
  readonly requests: number
  readonly megabytes: number
}

/** Bytes: whatever is kept for each request takes more, be it a pointer. */
const FLAT = 1

/** Says in a line whether memory grows with the requests. */
export function explainGrowth(name: string, points: readonly Point[]): string {
  if (points.length < 2) return `${name}: too few requests to tell`
  const growth = slope(points) * 2 ** 20
  const verdict = growth < FLAT ? 'flat' : 'it grows'
  return `${name}: ${verdict} (${growth.toFixed(2)} bytes for each request)`
}

/** The slope of the line through the points, by least squares. */
function slope(points: readonly Point[]): number {
  const x = mean(points.map(({ requests }) => requests))
  const y = mean(points.map(({ megabytes }) => megabytes))
  const covariance = points.map(({ requests, megabytes }) => (requests - x) * (megabytes - y))
  const variance = points.map(({ requests }) => (requests - x) ** 2)
  return mean(covariance) / mean(variance)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
