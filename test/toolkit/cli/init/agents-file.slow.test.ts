import { execFile } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import t from 'tap'
import { ROOT } from '../../../helpers/tsc.js'
import { workshop } from './workshop.js'

const BIN = path.join(ROOT, 'src/toolkit/bin/fastify-contract.js')

t.test('each command of AGENTS.md works in a service that init has made', async (t) => {
  const { root, init, read } = workshop(t)
  t.equal((await init()).code, 0)
  const text = await read('AGENTS.md')
  t.ok(text.split('\n').length <= 60, 'it is short')
  const blocks = [...text.matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].map(([, code = '']) => code)
  t.equal(blocks.length, 4)
  const run = (command: string) =>
    promisify(execFile)('sh', ['-euc', command], { cwd: root, env: { ...process.env, CI: '1' } })
  await run('git init -q && git add -A && git -c user.name=a -c user.email=a@b.c commit -qm first')
  for (const block of blocks) {
    const command = block.replaceAll('npx fastify-contract', `"${process.execPath}" "${BIN}"`)
    const { stdout } = await run(command)
    t.pass(`${block.trim()}: ${stdout.slice(0, 200)}`)
  }
  const { scripts } = JSON.parse(await read('package.json'))
  const named = [...text.matchAll(/`npm run (\w+)`/g)].map(([, name = '']) => name)
  const found = named.filter((name) => scripts[name] === undefined)
  t.same(found, [])
})
