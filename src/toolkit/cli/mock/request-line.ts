import { oneLine } from '../../generator/diagnostics/problems.js'

/** A request that has been answered. */
interface Answered {
  readonly method: string
  readonly url: string
  readonly status: number
  readonly milliseconds: number
}

/**
 * The line of a request, as one row.
 *
 * @param columns - The width of the terminal; none for a file, which has the whole line.
 */
export function requestLine(
  { method, url, status, milliseconds }: Answered,
  columns: number | undefined,
): string {
  const line = oneLine(`${status} ${milliseconds.toFixed(1).padStart(8)} ms  ${method} ${url}`)
  return columns && line.length > columns ? `${line.slice(0, columns - 1)}…` : line
}
