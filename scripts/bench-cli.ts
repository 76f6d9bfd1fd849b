import { main } from './bench.js'

process.exitCode = await main(process.argv.slice(2))
