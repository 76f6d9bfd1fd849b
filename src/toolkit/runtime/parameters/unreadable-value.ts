import type { Violation } from '../errors/violations.js'
import { Unreadable } from './url-encoding.js'

/** The violation of a value that cannot be read. @throws whatever is not `Unreadable`. */
export function violationOf(place: string, error: unknown): Violation {
  /* c8 ignore next -- an error of this program is not the client's */
  if (!(error instanceof Unreadable)) throw error
  return { place, pointer: '', keyword: error.keyword, message: error.message }
}
