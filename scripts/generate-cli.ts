import { main } from './generate.js'

process.exitCode = await main(process.argv.slice(2))
