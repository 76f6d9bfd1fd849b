import t from 'tap'
import { commandLine, nearestName } from '#toolkit/cli/arguments/arguments.js'

const script = (event: string, text: string): NodeJS.ProcessEnv => ({
  npm_lifecycle_event: event,
  npm_lifecycle_script: text,
})

t.test('a command as its user types it', async (t) => {
  const table: [want: string, variables: NodeJS.ProcessEnv, args?: string[]][] = [
    ['npx fastify-contract generate', {}],
    ['npx fastify-contract generate --all', {}, ['--all']],
    ["npx fastify-contract generate --spec 'a b'", {}, ['--spec', 'a b']],
    ["npx fastify-contract generate --spec 'it'\\''s'", {}, ['--spec', "it's"]],
    ['npx fastify-contract generate', script('npx', 'fastify-contract generate')],
    ['npm run contract', script('contract', 'fastify-contract generate')],
    ['npm run contract -- --all', script('contract', 'fastify-contract generate'), ['--all']],
    ['npm run g -- --all', script('g', 'tsc -b && node a/fastify-contract.js generate'), ['--all']],
    ['npm run g', script('g', 'node "a b/fastify-contract.js" generate --spec a')],
    // Arguments would reach another command.
    ['npx fastify-contract generate', script('test', 'fastify-contract generate && tap')],
    ['npx fastify-contract generate', script('check', 'fastify-contract check')],
    ['npx fastify-contract generate', script('other', 'node other.js generate')],
    // Options that the script has are not repeated.
    ['npm run g', script('g', 'fastify-contract generate --spec a.yaml'), ['--spec', 'a.yaml']],
    [
      'npm run g -- --all',
      script('g', 'fastify-contract generate --spec a'),
      ['--spec', 'a', '--all'],
    ],
    [
      'npm run g -- --out a --stubs generate',
      script('g', 'fastify-contract generate --spec a'),
      ['--out', 'a', '--spec', 'a', '--stubs', 'generate'],
    ],
  ]
  for (const [want, variables, args] of table) {
    t.equal(commandLine('generate', args, variables), want)
  }
})

t.test('the nearest name', async (t) => {
  const names = ['generate', 'check', 'dev', 'mock', 'client', 'init', 'out']
  const table: [word: string, want: string | undefined][] = [
    ['generate', 'generate'],
    ['genrate', 'generate'],
    ['gen', 'generate'],
    ['Generat', 'generate'],
    ['chekc', 'check'],
    ['devel', 'dev'],
    ['output', 'out'],
    ['moc', 'mock'],
    ['x', undefined],
    ['', undefined],
    ['serve', undefined],
  ]
  for (const [word, want] of table) t.equal(nearestName(word, names), want, word)
})

t.test('the nearest of several names, if it is near enough', async (t) => {
  const table: [word: string, names: string[], want: string | undefined][] = [
    ['stubs', ['stabbed', 'stub', 'stab'], 'stub'],
    ['abdc', ['abcd'], 'abcd'],
    ['abcd', ['abxx'], undefined],
    ['abcdefgh', ['abcdefxx'], 'abcdefxx'],
    ['abcdefgh', ['abcdexxx'], undefined],
    ['xabcd', ['abcd'], 'abcd'],
    ['ab', ['abc'], undefined],
    ['xb', ['abc'], undefined],
    ['abc', ['abcdefgh'], 'abcdefgh'],
    ['abcdefgh', ['abc'], 'abc'],
    ['abcdefgh', ['ab'], undefined],
  ]
  for (const [word, names, want] of table)
    t.equal(nearestName(word, names), want, `${word} ${names}`)
})
