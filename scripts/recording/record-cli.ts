import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { record } from './record.js'
import { recordingSvg } from './svg.js'

const [file = 'src/toolkit/guide/init.svg'] = process.argv.slice(2)
const shown = await record(path.resolve('node_modules'))
await writeFile(file, recordingSvg('A service is made, started, broken and mended', shown))
console.log(file)
