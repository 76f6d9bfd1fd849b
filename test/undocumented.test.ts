import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { sourcesOf } from './helpers/sources.js'
import { ROOT } from './helpers/tsc.js'

const OBJECT = /(?:socket|server|stream|request|response|reply|raw|payload|connection|app)/.source
const METHOD =
  /(?:on|once|off|emit|push|read|unshift|pipe|pause|resume|write|end|destroy|destroySoon|setTimeout|setHeader|writeHead|close\w*)/
    .source

/** Ways into what Node, V8 and Fastify do not document, each with a line that takes it. */
const ways: Record<string, readonly [pattern: RegExp, example: string]> = {
  'a listener of somebody else': [
    /\blisteners\([^)]*\)\s*(?:\[|\.at\()/,
    "socket.listeners('data')[0]",
  ],
  'an overwritten method': [
    new RegExp(`\\b${OBJECT}\\.${METHOD} = `, 'i'),
    'socket.destroySoon = lingerSoon',
  ],
  // The entries of a HAR file are data.
  'a member with an underscore': [/(?<!\b(?:this|entry))\??\._[a-z]/i, 'payload._read(0)'],
  'a hidden member of Node by its name': [
    /\b_(?:httpMessage|onTimeout|readableState|writableState|events|handle|server)\b/,
    'const { _httpMessage: earlier }: BusySocket = socket',
  ],
  'a symbol of somebody else': [/getOwnPropertySymbols/, 'Object.getOwnPropertySymbols(app)'],
  'a flag of V8': [/setFlagsFromString/, "setFlagsFromString('--expose-gc')"],
  'an insides module': [/process\.binding/, "process.binding('natives')"],
}

const sources = sourcesOf('src').map(
  (name) => [name, readFileSync(path.join(ROOT, name), 'utf8')] as const,
)

for (const [name, [pattern, example]] of Object.entries(ways)) {
  t.test(`no source uses ${name}`, async (t) => {
    t.match(example, pattern)
    const users = sources.filter(([, text]) => pattern.test(text)).map(([file]) => file)
    t.same(users, [])
  })
}
