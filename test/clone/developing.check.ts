import { clone, cover, leave } from './cover.js'

leave(['npm run test:extended'], 'it takes long, and this check is one of them')
leave(['npm run coverage'], 'it takes as long as npm test')

cover('npm run check type-checks and lints', ['npm run check'], async (t) => {
  t.match(await clone.run('npm run check'), { code: 0 })
  t.equal(await clone.changes(), '')
})

const single = ['npx tsc', 'node dist/test/store/memory.test.js', 'GOLDEN=write node']
cover('one test file runs by itself, and renews golden files', single, async (t) => {
  t.match(await clone.run('npx tsc -b && node dist/test/store/memory.test.js'), { code: 0 })
  const renew = 'GOLDEN=write node dist/test/toolkit/generator/golden.test.js'
  t.match(await clone.run(renew), { code: 0 })
  t.equal(await clone.changes(), '')
})

cover('npm run fix finds nothing to change', ['npm run fix'], async (t) => {
  t.match(await clone.run('npm run fix'), { code: 0 })
  t.equal(await clone.changes(), '')
})

cover('npm run corpus checks a document', ['npm run corpus'], async (t) => {
  const told = /^openapi\.yaml .* ok\b/m
  t.match(await clone.run('npm run corpus -- openapi --dir spec'), { code: 0, output: told })
})

cover('npm run bench lists the benchmarks, and starts each', ['npm run bench'], async (t) => {
  const { code, output } = await clone.run('npm run bench')
  t.equal(code, 0)
  const names = [...output.matchAll(/^(\w+): /gm)].map(([, name]) => name)
  t.ok(names.length > 1)
  for (const name of names) {
    // A whole run takes minutes; it first installs the other packages, or tells what it measures.
    const bench = clone.start(`npm run bench -- ${name} --runs 1`)
    await bench.until(/^(installing |ours, memory: |POST \/plants, |creates, |µs of )/m)
    await bench.stop('SIGKILL')
  }
})

/** A type error, in a file of its own. */
const WRONG = "export const wrong: number = 'a text'\n"

/** Commands that compile without checking types, their output, and a compiled file. */
const unchecked: [command: string, ready: RegExp, folder: string, check: string][] = [
  ['npm run generate', /^generated: /m, 'src/toolkit/openapi', 'npm test'],
  ['npm start', /^ {2}curl /m, 'src/server', 'npm run check'],
]

for (const [command, ready, folder, check] of unchecked) {
  // Without an error `npm test` takes long.
  cover(`${check} finds a type error after ${command}`, ['npm run test'], async (t) => {
    await clone.write(`${folder}/wrong.ts`, WRONG)
    const shell = clone.start(command, { PORT: '0' })
    await shell.until(ready)
    await shell.stop('SIGTERM')
    const { code, output } = await clone.run(check)
    t.not(code, 0)
    t.match(output, new RegExp(`^${folder}/wrong\\.ts\\(1,14\\): error TS2322`, 'm'))
  })
}
