import { Unwritable } from '../../requests/write-parameters.js'

/** The result, or `undefined` if a request cannot be sent. */
export async function attempt<Result>(act: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof Unwritable)) throw error
    return undefined
  }
}
