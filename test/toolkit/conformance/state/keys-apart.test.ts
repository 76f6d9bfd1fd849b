import t from 'tap'
import { keysAreExact } from '#toolkit/conformance/probes/state/keys-apart.js'
import { type Fault, played, type Shape } from './small-world.js'

const ASKS = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } }
const PUTS: Shape = { only: 'read replace', asks: ASKS }

/** What is found, and noted, of a server that has other keys than those of the path. */
async function found(keyOf?: (path: string) => string, shape: Shape = PUTS) {
  const fault: Fault = (asked, correct) => {
    if (keyOf) Object.assign(asked, { path: keyOf(asked.path) })
    return correct()
  }
  const { told, notes, world } = await played(shape, fault, [keysAreExact])
  return { told, notes, puts: world.asks('PUT').length }
}

/** Ways to read a path wrongly, and how they are told. */
const MISTAKES: readonly [told: string, keyOf: (path: string) => string][] = [
  ['it decodes paths twice', (path) => path.replaceAll('%20', ' ')],
  ['it cuts keys at a slash', (path) => path.split('/').slice(0, 3).join('/')],
  ['it takes + for a space', (path) => path.replaceAll('+', ' ')],
]

/** Keys that a service may take for the same. */
const CHOICES: readonly ((path: string) => string)[] = [
  (path) => path.replace(/\.json$/, ''),
  (path) => path.toLowerCase(),
  (path) => path.trim(),
  (path) => path.normalize('NFC'),
]

t.test(
  'keys that a mistake makes the same are found; those that a choice makes the same are noted',
  async (t) => {
    t.same((await found()).told, [])
    t.same((await found()).notes, [])
    for (const [mistake, keyOf] of MISTAKES) {
      const { told } = await found(keyOf)
      t.match(told, [
        new RegExp(
          `^identity-exact: .* lead to different things \\| .*${mistake.replace('+', '\\+')}$`,
        ),
      ])
    }
    for (const keyOf of CHOICES) {
      const { told, notes } = await found(keyOf)
      t.same(told, [])
      t.match(notes, [/^PUT \/things\/\{id\} has one thing for ".*" and ".*"$/])
    }
  },
)

t.test('a plus is no space, though it is decoded where it is encoded', async (t) => {
  const fault: Fault = (asked, correct) => {
    if (asked.url.includes('+')) Object.assign(asked, { path: asked.path.replace('+', ' ') })
    return correct()
  }
  const { told } = await played(PUTS, fault, [keysAreExact])
  t.match(told, [/it takes \+ for a space$/])
})

t.test('keys that the document does not allow are not sent', async (t) => {
  const { told, puts } = await found(undefined, { ...PUTS, id: { type: 'integer' } })
  t.same(told, [])
  t.ok(puts < 3)
  const picky: Fault = ({ path }, correct) =>
    /[ %+/.]/.test(path.slice(8)) ? { status: 400, body: {} } : correct()
  t.same((await played(PUTS, picky, [keysAreExact])).told, [])
})
