import { access } from 'node:fs/promises'
import path from 'node:path'
import { clone, cover } from './cover.js'

cover('npm run build compiles both packages', ['npm run build'], async (t) => {
  t.match(await clone.run('npm run build'), { code: 0 })
  for (const file of ['dist/src/server/main.js', 'src/toolkit/dist/cli/main.js']) {
    await t.resolves(access(path.join(clone.folder, file)), file)
  }
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

const told = ['npm init', 'npm install', 'fastify-contract init']

cover('npx fastify-contract init makes a service that passes its test', told, async (t) => {
  const there = (command: string) => clone.run(command, {}, clone.beside)
  // The packed package is installed, since it is in no registry.
  await clone.succeed(`npm pack -w fastify-contract --pack-destination '${clone.beside}'`)
  t.match(await there('npm init -y && npm install fastify ./*.tgz'), { code: 0 })
  const made = await there('npx fastify-contract init')
  t.match(made, { code: 0, output: /^next: npm run dev$/m })
  t.match(await there('npm test'), { code: 0, output: /^# fail 0$/m })
})
