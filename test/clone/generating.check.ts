import { clone, cover } from './cover.js'

cover('npm run generate generates what is there', ['npm run generate'], async (t) => {
  const told = /^generated: \d+ operations, \d+ files, 0 changed/m
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
  const told = /^data\/clients\/typescript-fetch: typescript-fetch client, \d+ files$/m
  t.match(await clone.run('npm run client -- typescript-fetch'), { code: 0, output: told })
  t.equal(await clone.changes(), '')
})

cover('npx fastify-contract says what to do before it is compiled', [], async (t) => {
  const told = 'fastify-contract is not compiled yet; run npm run build\n'
  t.match(await clone.run('npx fastify-contract --help'), { code: 1, output: told })
})

const commands = ['generate', 'mock', 'client'].map((each) => `fastify-contract ${each}`)

cover('npx fastify-contract runs when it is compiled', commands, async (t) => {
  await clone.succeed('npm run build')
  const { output } = await clone.run('npx fastify-contract --help')
  for (const each of ['generate', 'mock', 'client']) t.match(output, new RegExp(`\\b${each}\\b`))
  const options = '--spec spec/openapi.yaml --out data/generated'
  const told = /^data\/generated: \d+ operations, (\d+) files, \1 changed/m
  t.match(await clone.run(`npx fastify-contract generate ${options}`), { code: 0, output: told })
  const mock = clone.start('npx fastify-contract mock --port 0')
  await mock.until(/^ready: \d+ operations/m)
  t.match(await mock.stop('SIGINT'), { isKilled: false })
  t.match(await clone.run('npx fastify-contract client'), { code: 1, output: /GENERATOR/ })
})
