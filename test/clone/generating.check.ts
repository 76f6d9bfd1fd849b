import { clone, cover } from './cover.js'

cover('npm run generate generates what is there', ['npm run generate'], async (t) => {
  const told = /^generated: \d+ operations?, \d+ files, 0 changed/m
  t.match(await clone.run('npm run generate'), { code: 0, output: told })
  t.equal(await clone.changes(), '')
})

cover('npm run generate -- --check finds what is stale', ['npm run generate'], async (t) => {
  t.match(await clone.run('npm run generate -- --check'), { code: 0 })
  await clone.write('generated/types.ts', '')
  const stale = { code: 1, output: /^generated: stale: types\.ts/m }
  t.match(await clone.run('npm run generate -- --check'), stale)
})

cover('npm run client makes a client', ['npm run client'], async (t) => {
  const { code } = await clone.run('java -version')
  if (code !== 0) {
    t.pass('npm run client', { skip: 'there is no Java' })
    return
  }
  const told = /^data\/clients\/typescript-fetch: typescript-fetch client, \d+ files$/m
  t.match(await clone.run('npm run client -- typescript-fetch'), { code: 0, output: told })
  t.equal(await clone.changes(), '')
})

cover('npx fastify-contract says what to do before it is compiled', [], async (t) => {
  const told = 'fastify-contract is not compiled yet; run npm run build\n'
  t.match(await clone.run('npx fastify-contract --help'), { code: 1, output: told })
})

const commands = ['COMMAND', 'generate', 'check', 'dev', 'mock', 'conform', 'diff', 'client']
const names = commands.map((each) => `fastify-contract ${each}`)

cover('npx fastify-contract runs when it is compiled', names, async (t) => {
  await clone.succeed('npm run build')
  const { output } = await clone.run('npx fastify-contract --help')
  for (const command of commands) {
    const help = `npx fastify-contract ${command === 'COMMAND' ? '' : command} --help`
    t.match(await clone.run(help), { code: 0, output: /^Options:$/m }, help)
    t.match(output, new RegExp(`\\b${command}\\b`))
  }
  const options = '--spec spec/openapi.yaml --out data/generated'
  const told = /^data\/generated: \d+ operations?, \d+ files, [1-9]\d* changed/m
  t.match(await clone.run(`npx fastify-contract generate ${options}`), { code: 0, output: told })
  t.match(await clone.run('npx fastify-contract check'), { code: 0 })
  t.match(await clone.run('npx fastify-contract conform'), { code: 2, output: /name the server/ })
  t.match(await clone.run('npx fastify-contract client'), { code: 1, output: /name a generator/ })
  const same = 'spec/openapi.yaml spec/openapi.yaml'
  t.match(await clone.run(`npx fastify-contract diff ${same}`), { code: 0 })
  const servers: [command: string, ready: RegExp][] = [
    ['dev', /^ {2}curl /m],
    ['mock --port 0', /^ready: /m],
  ]
  for (const [command, ready] of servers) {
    const server = clone.start(`npx fastify-contract ${command}`, { PORT: '0' })
    await server.until(ready)
    t.match(await server.stop('SIGINT'), { isKilled: false }, command)
  }
  t.equal(await clone.changes(), '')
})
