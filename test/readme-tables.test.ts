import { readFileSync } from 'node:fs'
import path from 'node:path'
import { errors as contractErrors, statusOf } from 'fastify-contract'
import type { DocsOptions } from 'fastify-contract/docs'
import t from 'tap'
import { type CommandOptions, optionUsage } from '#toolkit/cli/arguments/command.js'
import { COMMANDS } from '#toolkit/cli/commands.js'
import { CONFIG_OPTIONS } from '#toolkit/cli/config/configured.js'
import { GENERATE_OPTIONS } from '#toolkit/cli/options/generate-options.js'
import { SERVE_OPTIONS } from '#toolkit/runtime/request/option-names.js'
import { errors } from '../src/index.js'
import { type Setting, settings } from '../src/server/settings.js'
import { ROOT } from './helpers/tsc.js'

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')

/** A page of the toolkit's guide, with an empty line behind a table that ends it. */
const page = (name: string) => `${read(`src/toolkit/guide/${name}.md`)}\n`

t.test('the configuration table has the settings, each with its meaning', async (t) => {
  const [, table = ''] = read('src/server/README.md').split(
    '| Setting | Default | Meaning | Value |\n|---|---|---|---|\n',
  )
  const rows = table.slice(0, table.indexOf('\n\n')).split('\n')
  const expected = Object.entries<Setting<unknown>>(settings).map(([name, setting]) => {
    const fallback = setting.default === undefined ? 'none' : `\`${setting.default}\``
    return `| \`${name}\` | ${fallback} | … | ${setting.type.expects} |`
  })
  t.same(
    rows.map((row) => row.replace(/(?<=^\| [^|]* \| [^|]* \| )[A-Z][^|]+\.(?= \|)/, '…')),
    expected,
  )
})

t.test('the table of commands is the commands of the toolkit', async (t) => {
  const rows = COMMANDS.map(({ name, usage, summary }) => {
    const words = usage === undefined ? name : `${name} ${usage.split(' [')[0]}`
    return `| \`npx fastify-contract ${words}\` | ${summary} |\n`
  })
  const table = `| Command | Does |\n|---|---|\n${rows.join('')}\n`
  t.ok(read('src/toolkit/README.md').includes(table), table)
})

/** The pages with the options of commands that are not on the page `commands`. */
const PAGES: Readonly<Record<string, string>> = {
  conform: 'conformance',
  diff: 'diff',
  mock: 'mock',
}

const SHARED_OPTIONS: CommandOptions = { ...GENERATE_OPTIONS, ...CONFIG_OPTIONS }

/** Options of `generate` are documented there. */
function isShared([name, option]: [string, CommandOptions[string]]): boolean {
  return SHARED_OPTIONS[name] === option
}

for (const { name, options } of COMMANDS) {
  t.test(`the table of options of ${name} is its options`, async (t) => {
    const all = Object.entries(options)
    const own = name === 'generate' ? all : all.filter((each) => !isShared(each))
    if (own.length === 0) return
    const shared = name === 'generate' ? [] : all.filter(isShared)
    const also = shared.map(([each]) => `\`--${each}\``).join(', ')
    const beside = also === '' ? '' : `, beside ${also}`
    const head = `| Option of \`fastify-contract ${name}\`${beside} | Default | Meaning |\n|---|---|---|\n`
    const rows = own.map(([option, row]) => {
      const fallback = row.default === undefined ? 'none' : `\`${row.default}\``
      return `| \`${optionUsage(option, row)}\` | ${fallback} | ${row.meaning} |\n`
    })
    const table = `${head}${rows.join('')}\n`
    t.ok(page(PAGES[name] ?? 'commands').includes(table), table)
  })
}

t.test('the table of options of serve is its options', async (t) => {
  const [table = ''] = page('serve').split('\n## ')
  const rows = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
  t.same(rows, Object.keys(SERVE_OPTIONS))
})

/** The compiler checks that these are the options of `docs`. */
const DOCS_OPTIONS: Readonly<Record<keyof DocsOptions, true>> = {
  ...{ document: true, yaml: true, page: true, assets: true },
}

t.test('the table of options of docs is its options', async (t) => {
  const rows = [...page('page').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
  t.same(rows, Object.keys(DOCS_OPTIONS))
})

/** The rows of a table of errors. */
function told(readme: string) {
  const rows = readme.matchAll(/^\| (\d{5}) \| (\d{3}) \| `(\w+)` \| (.*?) \| (.+) \|$/gm)
  return [...rows].map(([, error, status, name, message]) => ({
    ...{ name, error: Number(error), status: Number(status), message },
  }))
}

t.test('the error tables are the errors, both ways', async (t) => {
  const known = Object.entries(errors)
    .map(([name, row]) => ({ name, ...row, status: statusOf(row) }))
    .sort((a, b) => a.error - b.error)
  const isToolkits = ({ name }: { name: string }) => Object.hasOwn(contractErrors, name)
  t.same(told(page('errors')), known.filter(isToolkits))
  t.same(
    told(read('src/README.md')),
    known.filter((row) => !isToolkits(row)),
  )
  const codes = known.map(({ error }) => error)
  t.equal(new Set(codes).size, codes.length, 'no code stands for two things')
})
