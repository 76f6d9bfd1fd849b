/** Preloaded into a server: with the signal it takes all file descriptors that are left. */

import { openSync } from 'node:fs'

process.once('SIGUSR2', () => {
  try {
    for (;;) openSync('/dev/null', 'r')
  } catch {
    console.log('exhausted')
  }
})
