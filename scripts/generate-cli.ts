import process from 'node:process'
import { main } from './generate.js'
import { stopped } from './stopped.js'

process.exitCode = await main(process.argv.slice(2), {
  stopped,
  // `npm run dev` listens.
  ran: (code) => process.send?.({ code }),
})
