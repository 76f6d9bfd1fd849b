/** Runs one load after the other, as it is told to, when no server has anything to do. */

import { setPriority } from 'node:os'
import process from 'node:process'
import { loadInPieces, type PiecesLoad } from './client.js'

setPriority(19)
process.on('message', async (load: PiecesLoad) => {
  try {
    process.send?.(await loadInPieces(load))
  } catch (error) {
    process.send?.({ failure: (error as Error).message })
  }
})
process.send?.({})
