import { access } from 'node:fs/promises'
import path from 'node:path'
import { clone, cover, leave } from './cover.js'

cover('npm run build compiles both packages', ['npm run build'], async (t) => {
  t.match(await clone.run('npm run build'), { code: 0 })
  for (const file of ['dist/src/server/main.js', 'src/toolkit/dist/cli/main.js'])
    await t.resolves(access(path.join(clone.folder, file)), file)
})

const packages: [command: string, script: string, file: string][] = [
  ['npm pack', 'npm run prepack', 'dist/src/index.js'],
  ['npm pack -w fastify-contract', 'npm run prepack -w fastify-contract', 'dist/runtime/index.js'],
]

for (const [command, script, file] of packages) {
  cover(`${command} packs what is compiled`, ['npm pack', script], async (t) => {
    const { code, output } = await clone.run(`${command} --dry-run`)
    t.equal(code, 0)
    t.ok(output.includes(` ${file}\n`), file)
  })
}

leave(['npm init', 'npm install', 'fastify-contract init'], 'the check `init` runs them')
