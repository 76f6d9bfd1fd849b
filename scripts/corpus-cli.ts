import { main } from './corpus.js'

process.exitCode = await main(process.argv.slice(2))
