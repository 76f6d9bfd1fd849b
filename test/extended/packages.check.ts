import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import process from 'node:process'
import t from 'tap'
import { execute } from '#toolkit/cli/process/child.js'
import { install } from '../../scripts/bench/shared/packages.js'
import { TOOLKIT_PAGES } from '../helpers/readme.js'
import { outside, pack } from './pack.js'
import { CACHE, orSkip } from './registry.js'

/** Tools that judge packages; pinned, so that we look at a new rule of theirs before it fails here. */
const JUDGES: readonly [pinned: string, script: string, ...options: string[]][] = [
  ['publint@0.3.25', 'src/cli.js', '--strict'],
  [
    '@arethetypeswrong/cli@0.18.5',
    'dist/index.js',
    // Without `exports`, which Node has had since 12, nothing is meant to be found.
    ...['--profile', 'node16'],
    // Node 20.19 and newer require ES modules; the rule is of the time before.
    ...['--ignore-rules', 'cjs-resolves-to-esm'],
    ...['--format', 'ascii'],
  ],
]

/** Limits of what the toolkit may bring along, itself included, beside Fastify. */
const MOST_PACKAGES = 19
const MOST_BYTES = 11_000_000

t.test('the packages as they are published', async (t) => {
  const packed = await pack()
  for (const [name, tarball] of Object.entries(packed)) {
    t.test(`the ${name} holds what runs, and nothing else`, async (t) => {
      const names = await namesIn(tarball)
      // Texts of the files that `init` writes.
      const code = names.filter((file) => !file.startsWith('package/templates/'))
      const wrong = /\.map$|tsbuildinfo|(?<!\.d)\.ts$|\.(test|check)\.|src\/toolkit|\/scripts\//
      const found = code.filter((file) => wrong.test(file))
      t.same(found, [])
      const seen = code.filter((file) => /\/test\/(?!store-contract\/)/.test(file))
      t.same(seen, [])
      for (const file of ['LICENSE', 'README.md', 'package.json'])
        t.ok(names.includes(`package/${file}`), file)
      t.ok(names.filter((file) => file.endsWith('.d.ts')).length > 20, 'types are there')
      if (name !== 'toolkit') return
      for (const page of TOOLKIT_PAGES)
        t.ok(names.includes(page.replace('src/toolkit', 'package')), page)
    })

    t.test(`publint and attw find nothing in the ${name}`, async (t) => {
      const folder = join(CACHE, 'judges')
      const pinned = JUDGES.map(([each]) => each)
      const found = await orSkip(
        t,
        install(folder, pinned).then(() => folder),
      )
      if (found === undefined) return
      for (const [pinned, script, ...options] of JUDGES) {
        const file = join(folder, 'node_modules', pinned.replace(/@[\d.]+$/, ''), script)
        const run = await execute(process.execPath, [file, tarball, ...options], {
          timeout: 120_000,
        })
        t.ok(run.ok, pinned, run)
        t.match(run.stdout, /All good!|bundler/, 'it has looked')
      }
    })
  }

  t.test('the toolkit is light', async (t) => {
    const folder = await outside(t)
    const wanted = [packed.toolkit, '--omit=dev', '--omit=peer']
    const found = await orSkip(
      t,
      install(folder, wanted).then(() => folder),
    )
    if (found === undefined) return
    const { packages, bytes } = await weigh(join(folder, 'node_modules'))
    t.comment(`${packages.length} packages, ${bytes} bytes`)
    t.ok(packages.includes('fastify-contract') && packages.includes('ajv'), 'all is there')
    t.notOk(packages.includes('fastify'))
    t.ok(packages.length <= MOST_PACKAGES, packages.join(', '))
    t.ok(bytes <= MOST_BYTES, `${bytes} bytes`)
  })
})

async function namesIn(tarball: string): Promise<string[]> {
  const { ok, stdout, stderr } = await execute('tar', ['-tzf', tarball], { timeout: 60_000 })
  if (!ok) throw new Error(`${basename(tarball)}: ${stderr}`)
  return stdout.trim().split('\n')
}

/** The packages in a folder of modules, and the bytes of all of their files. */
async function weigh(folder: string): Promise<{ packages: string[]; bytes: number }> {
  const names = await readdir(folder, { recursive: true })
  const packages = names.flatMap((name) => PACKAGE.exec(`/${name}`)?.[1] ?? [])
  const sizes = await Promise.all(names.map((name) => stat(join(folder, name))))
  const bytes = sizes.reduce((sum, each) => sum + (each.isFile() ? each.size : 0), 0)
  return { packages, bytes }
}

const PACKAGE = /^(?:.*\/node_modules)?\/((?:@[^/]+\/)?[^/@]+)\/package\.json$/
