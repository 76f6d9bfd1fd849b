import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { rowsOf } from './helpers/rows.js'
import { sourcesOf } from './helpers/sources.js'
import { ROOT } from './helpers/tsc.js'

const OBJECT = /(?:socket|server|stream|request|response|reply|raw|payload|connection|app)/.source
const METHOD =
  /(?:on|once|off|emit|push|read|unshift|pipe|pause|resume|write|end|destroy|destroySoon|setTimeout|setHeader|writeHead|close\w*)/
    .source

/** Ways into what Node, V8 and Fastify do not document, a pattern for each, and a line that takes it. */
const WAYS = rowsOf(String.raw`
  a listener of somebody else | \blisteners\([^)]*\)\s*(?:\[|\.at\() | socket.listeners('data')[0]
  an overwritten method | \b${OBJECT}\.${METHOD} = | socket.destroySoon = lingerSoon
  a member with an underscore | (?<!\b(?:this|entry))\??\._[a-z] | payload._read(0)
  a hidden member of Node by its name | \b_(?:httpMessage|onTimeout|readableState|writableState|events|handle|server)\b | const { _httpMessage: earlier }: BusySocket = socket
  a symbol of somebody else | getOwnPropertySymbols | Object.getOwnPropertySymbols(app)
  a flag of V8 | setFlagsFromString | setFlagsFromString('--expose-gc')
  an insides module | process\.binding | process.binding('natives')
`)

const sources = sourcesOf('src').map(
  (name) => [name, readFileSync(path.join(ROOT, name), 'utf8')] as const,
)

for (const [name, way = '', example] of WAYS) {
  t.test(`no source uses ${name}`, async (t) => {
    // The entries of a HAR file are data.
    const pattern = new RegExp(way, 'i')
    t.match(example, pattern)
    const users = sources.filter(([, text]) => pattern.test(text)).map(([file]) => file)
    t.same(users, [])
  })
}
