import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import type { Test } from 'tap'
import { ROOT } from '../helpers/tsc.js'

const SERVERS = path.join(ROOT, 'dist/scripts/bench/serve/servers')

/** A server in the place of the compiled one: Node's own, which tells of its usage in lines. */
const SERVER = `
  import readline from 'node:readline'
  import { nodeHttp } from ${JSON.stringify(path.join(SERVERS, 'node-http.js'))}
  import { TOKEN } from ${JSON.stringify(path.join(SERVERS, 'plants.js'))}
  if (process.argv[2] !== TOKEN || process.env.GOMAXPROCS !== '1') process.exit(1)
  console.log(JSON.stringify({ port: await nodeHttp() }))
  readline.createInterface(process.stdin)
    .on('line', () => {
      const { user, system } = process.cpuUsage()
      console.log(JSON.stringify({ processor: user + system }))
    })
    .on('close', () => process.exit())`

/** A Go that compiles this code of Node. */
export const compiles = (server = SERVER) => `
  if (args[0] === 'tool') fs.writeFileSync('api.gen.go', fs.readFileSync('go.mod'))
  else if (fs.existsSync('api.gen.go') && fs.existsSync('go.sum') && fs.existsSync('main.go')) {
    fs.writeFileSync('server.mjs', ${JSON.stringify(server)})
    fs.writeFileSync(args[2], '#!/bin/sh\\nexec "${process.execPath}" "$(dirname "$0")/server.mjs" "$@"', { mode: 0o755 })
  }`

/** Puts a Go before all others on the PATH; it has its arguments as `args`. */
export function go(t: Test, script: string): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-go-'))
  writeFileSync(
    path.join(folder, 'go'),
    `#!/bin/sh\nexec "${process.execPath}" "${folder}/go.mjs" "$@"`,
    {
      mode: 0o755,
    },
  )
  const first = "import fs from 'node:fs'\nconst args = process.argv.slice(2)\n"
  writeFileSync(path.join(folder, 'go.mjs'), first + script)
  const before = process.env.PATH
  t.teardown(() => {
    process.env.PATH = before
    rmSync(folder, { recursive: true })
  })
  process.env.PATH = `${folder}${path.delimiter}${before}`
}
