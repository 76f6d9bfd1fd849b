import type { Test } from 'tap'
import { clone, cover } from './cover.js'
import type { Shell } from './shell.js'

/** The output of a running server. */
const CURL = /^ {2}(curl (?:.* \\\n +)*.*[^\\\n])$/m
const PLANT = `'{"id":9007199254740993,"name":"fern","tag":"shade"}'`
const OK = { code: 0, output: /\n200$/ }
/** The log of a server that ended with 0; npm and its shell end by the signal. */
const STOPPED = { isKilled: false, output: /"clean":true,"msg":"stopped"/ }

/** Starts a server, and creates a plant by the command that it prints. */
async function started(t: Test, command: string, env?: NodeJS.ProcessEnv): Promise<Shell> {
  const server = clone.start(command, { PORT: '0', ...env })
  const [, curl = ''] = await server.until(CURL)
  t.match(await clone.run(`${curl} -w '\n%{http_code}'`), OK, curl)
  return server
}

const starts = ['npm run start', 'npm run prestart', 'curl']

cover('npm start serves until SIGTERM', starts, async (t) => {
  const server = await started(t, 'npm start')
  const [, base = ''] = await server.until(/base URL {2}(\S+?)\/?\n/)
  const [, token = ''] = await server.until(/token {5}(\S+)/)
  const readme = await clone.read('README.md')
  const [, told = '', answer = ''] =
    /```sh\n(curl [^`]+)\n```\n\n```json\n(.+)\n/.exec(readme) ?? []
  const pasted = told.replace('http://127.0.0.1:3000', base).replace('TOKEN', token)
  t.match(await clone.run(pasted), { code: 0, output: answer }, 'what the README says')
  t.match(await server.stop('SIGTERM'), STOPPED)
})

cover('npm run dev generates, checks and serves until Ctrl-C', ['npm run dev'], async (t) => {
  const dev = await started(t, 'npm run dev')
  await dev.until(/^generated: .* 0 changed/m)
  await dev.until(/^types: no problems/m)
  t.match(await dev.stop('SIGINT'), STOPPED)
  t.equal(await clone.changes(), '')
})

cover('npm run mock answers what has no handler, until Ctrl-C', ['npm run mock'], async (t) => {
  const mock = clone.start('npm run mock -- --port 0')
  await mock.until(/^ready: \d+ operations?/m)
  const [base] = await mock.until(/http:\S+/)
  const headers = `-H 'Authorization: Bearer any' -H 'Content-Type: application/json'`
  const { output } = await clone.run(`curl -sS ${base}/plants ${headers} --data ${PLANT}`)
  t.match(JSON.parse(output), { name: String })
  t.match(await mock.stop('SIGINT'), { isKilled: false })
})

const conforming = 'npm run conform finds nothing wrong with the server'

cover(conforming, ['npm run conform'], async (t) => {
  const env = { PORT: '0', STORE_URL: 'memory:', BEARER_TOKENS: 'token-of-the-clone' }
  const server = clone.start('npm start', env)
  const [, base = ''] = await server.until(/base URL {2}(\S+?)\/?\n/)
  const options = `--url ${base} --token token-of-the-clone --time 30`
  const { code, output } = await clone.run(`npm run conform -- ${options}`)
  t.match(output, /^conform: 0 violations; 1 of 1 operation reached, /m)
  t.equal(code, 0)
  t.match(await server.stop('SIGTERM'), STOPPED)
})

cover('npm run copy copies the plants of a store into another one', ['npm run copy'], async (t) => {
  const server = await started(t, 'npm start', { STORE_URL: 'sqlite:plants.db' })
  const { code, output } = await clone.run('npm run copy -- sqlite:plants.db sqlite:other.db')
  t.match(output, /^copied all plants: 1 created, 0 there already, 0 not copied$/m)
  t.equal(code, 0)
  t.match(await server.stop('SIGTERM'), STOPPED)
})
