import t from 'tap'
import { commandLine, nearestName } from '#toolkit/cli/arguments/arguments.js'
import { rowsOf } from '../../../helpers/rows.js'

/** The name and the text of the script that runs, if one does, arguments, and what the user types. */
const LINES = rowsOf(`
  - | | | npx fastify-contract generate
  - | | --all | npx fastify-contract generate --all
  - | | --spec,a b | npx fastify-contract generate --spec 'a b'
  - | | --spec,it's | npx fastify-contract generate --spec 'it'\\''s'
  npx | fastify-contract generate | | npx fastify-contract generate
  contract | fastify-contract generate | | npm run contract
  contract | fastify-contract generate | --all | npm run contract -- --all
  g | tsc -b && node a/fastify-contract.js generate | --all | npm run g -- --all
  g | node "a b/fastify-contract.js" generate --spec a | | npm run g
  test | fastify-contract generate && tap | | npx fastify-contract generate
  check | fastify-contract check | | npx fastify-contract generate
  other | node other.js generate | | npx fastify-contract generate
  g | fastify-contract generate --spec a.yaml | --spec,a.yaml | npm run g
  g | fastify-contract generate --spec a | --spec,a,--all | npm run g -- --all
  g | fastify-contract generate --spec a | --out,a,--spec,a,--stubs,generate | npm run g -- --out a --stubs generate
`)

t.test('a command as its user types it', async (t) => {
  for (const [event = '', script = '', args = '', want] of LINES) {
    const variables = { npm_lifecycle_event: event, npm_lifecycle_script: script }
    const given = args === '' ? [] : args.split(',')
    t.equal(commandLine('generate', given, event === '-' ? {} : variables), want)
  }
})

const NAMES = 'generate check dev mock client init out'

/** A word, names, and the nearest of them, if it is near enough. */
const NEAREST = rowsOf(`
  generate | ${NAMES} | generate
  genrate | ${NAMES} | generate
  gen | ${NAMES} | generate
  Generat | ${NAMES} | generate
  chekc | ${NAMES} | check
  devel | ${NAMES} | dev
  output | ${NAMES} | out
  moc | ${NAMES} | mock
  x | ${NAMES} |
  serve | ${NAMES} |
  stubs | stabbed stub stab | stub
  abdc | abcd | abcd
  abcd | abxx |
  abcdefgh | abcdefxx | abcdefxx
  abcdefgh | abcdexxx |
  xabcd | abcd | abcd
  ab | abc |
  xb | abc |
  abc | abcdefgh | abcdefgh
  abcdefgh | abc | abc
  abcdefgh | ab |
`)

t.test('the nearest name, if it is near enough', async (t) => {
  for (const [word = '', names = '', want = ''] of NEAREST)
    t.equal(nearestName(word, names.split(' ')) ?? '', want, `${word} ${names}`)
  t.equal(nearestName('', NAMES.split(' ')), undefined)
})
