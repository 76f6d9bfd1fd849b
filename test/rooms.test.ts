import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { ROOT } from './helpers/tsc.js'

const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8')

/** Hand-written code of the plant store. */
const sources = readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .map((name) => path.posix.join('src', name.split(path.sep).join('/')))
  .filter((name) => name.endsWith('.ts') && !name.startsWith('src/toolkit/'))

/** The READMEs of rooms that people extend; `mark` finds the files of their example. */
const rooms: [room: string, mark: RegExp, skipped: RegExp][] = [
  ['src/server', /\b(MAX_REQUESTS|maxRequests)\b/, /^$/],
  // Its own folder may mention it anywhere.
  ['src/store', /\bsqlite(\(|:PATH)/, /^src\/store\/sqlite\//],
]

for (const [room, mark, skipped] of rooms) {
  t.test(`the table of ${room} names the files of its example, and no others`, async (t) => {
    const readme = read(`${room}/README.md`)
    const [, table = ''] = /\| File \| Change \|\n\|---\|---\|\n([\s\S]*?)\n\n/.exec(readme) ?? []
    const named = [...table.matchAll(/^\| \[`(.+?)`\]\((.+?)\) /gm)].map(([, text, link = '']) => {
      t.equal(text?.replace(/\/$/, ''), link)
      return path.posix.join(room, link)
    })
    t.ok(named.length > 3)
    for (const name of named) {
      if (name.endsWith('.ts') || name.endsWith('.md')) t.match(read(name), mark, name)
      else t.ok(existsSync(path.join(ROOT, name)), name)
    }
    const marked = sources.filter((name) => !skipped.test(name) && mark.test(read(name)))
    const found = marked.filter((name) => !named.includes(name))
    t.same(found, [])
  })
}
