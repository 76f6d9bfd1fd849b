import t from 'tap'
import { nodeAdvice } from '#toolkit/cli/init/compilation.js'
import { lacksTypeScript } from '#toolkit/cli/project/typescript.js'
import { rowsOf, yamlOf } from '../../../helpers/rows.js'
import { SETTINGS, workshop } from './workshop.js'

/** A package.json, options of the compiler, the rest of tsconfig.json, the entry point and the tests. */
const SERVICES = rowsOf(`
  {} | {rootDir: src} | {include: [src]} | dist/main.js | dist/test/*.test.js
  {} | {} | {include: [src]} | dist/src/main.js | dist/src/test/*.test.js
  {} | {outDir: null} | {} | src/main.js | test/*.test.js
  {} | {noEmit: true, allowImportingTsExtensions: true, outDir: null} | {} | src/main.ts | test/*.test.ts
  {scripts: {lint: x}, type: commonjs} | {} | {} | dist/src/main.js | dist/test/*.test.js
`)

for (const [manifest = '', options = '', more = '', start = '', tests] of SERVICES) {
  t.test(`a service respects a tsconfig.json: ${manifest} ${options} ${more}`, async (t) => {
    const given = { ...SETTINGS, ...Object(yamlOf(options)) }
    const compilerOptions = { ...given, outDir: given.outDir ?? undefined }
    const shop = workshop(t, {
      'package.json': JSON.stringify(yamlOf(manifest)),
      'tsconfig.json': JSON.stringify({ compilerOptions, ...Object(yamlOf(more)) }),
    })
    const made = await shop.init()
    t.match(made, { code: 0, err: [] })
    const why = start.endsWith('.ts') ? lacksTypeScript() : undefined
    for (const note of nodeAdvice(why)) t.ok(made.out.includes(`! ${note}`))
    const answer = why === undefined ? 'answered 200; ' : 'answered 200, once what the lines with !'
    t.match(made.out.join('\n'), answer)
    t.match(await shop.manifest(), {
      scripts: { start: `node ${start}`, test: `tsc && node --test ${tests}` },
    })
    t.same(await shop.compile(), [])
    if (start.endsWith('.js')) await shop.answers(t, start.replace('main', 'app'))
  })
}

t.test('a Node that does not run TypeScript is a note', async (t) => {
  t.same(nodeAdvice(undefined), [])
  t.same(nodeAdvice('why'), ['why: install a newer one, or leave noEmit out of tsconfig.json'])
})
