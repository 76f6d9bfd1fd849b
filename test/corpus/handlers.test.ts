import { join } from 'node:path'
import t from 'tap'
import { parse } from '#toolkit/generator/load/source.js'
import type { Operation } from '#toolkit/generator/model/model.js'
import { compareOperations, handlersProbe } from '../../scripts/corpus/handlers.js'
import { typeCheck } from '../../scripts/corpus/type-check.js'
import { writeFiles } from '../helpers/tsc.js'

function operation(operationId: string, method: string, path: string): Operation {
  const none = { parameterGroups: [], responses: [], security: [], tags: [] }
  const origin = { pointer: '#', source: parse('a.yaml', '{}') }
  const rest = { typeName: 'X', pointer: '#', url: path, deprecated: false }
  return { operationId, method, path, origin, ...rest, ...none }
}

const one = operation('one', 'GET', '/a')
const two = operation('two', 'POST', '/a')

t.test('operations are compared one by one', async (t) => {
  const cases: [wanted: string[], operations: Operation[], problems: string[]][] = [
    [[], [], []],
    [['GET /a', 'POST /a'], [two, one], []],
    [['GET /a', 'POST /a'], [one], ['POST /a has no handler']],
    [['GET /a'], [one, two], ['POST /a has a handler too many']],
    [['GET /a'], [one, { ...one, operationId: 'again' }], ['GET /a has a handler too many']],
    [['GET /a', 'POST /a'], [one, { ...two, operationId: 'one' }], ['one names several handlers']],
  ]
  for (const [wanted, operations, problems] of cases) {
    t.same(compareOperations(wanted, operations), problems)
  }
})

t.test('the compiler says which methods are missing, too many, or none', async (t) => {
  const probe = { name: 'probe.ts', text: handlersProbe([one, two]) }
  const handlers = (members: string) => [
    probe,
    { name: 'operations.ts', text: `export interface Handlers { ${members} }` },
  ]
  const cases: Record<string, [members: string, told: RegExp[]]> = {
    right: ['one(request: object): void; two(): void', []],
    missing: ['one(request: object): void', [/'"two"'/, /'two' does not exist/]],
    surplus: ['one(): void; two(): void; three(): void', [/'"three"'/]],
    optional: ['one?(): void; two(): void', [/'false'/]],
  }
  const scratch = t.testdir({})
  for (const [folder, [members]] of Object.entries(cases)) {
    await writeFiles(join(scratch, folder), handlers(members))
  }
  const none = [{ name: 'probe.ts', text: handlersProbe([]) }, ...handlers('').slice(1)]
  await writeFiles(join(scratch, 'none'), none)
  const problems = await typeCheck(scratch, [...Object.keys(cases), 'none'], {})
  for (const [folder, [, told]] of Object.entries(cases)) {
    const lines = problems.get(folder) ?? []
    t.match(lines, told, folder)
    t.equal(lines.length > 0, told.length > 0, `${folder}: ${lines}`)
  }
  t.notOk(problems.has('none') || problems.has(''))
})

t.test('a syntax error does not hide the type errors of other folders', async (t) => {
  const scratch = t.testdir({
    syntax: { 'a.ts': 'export const = 1' },
    types: { 'a.ts': 'export const a: string = 1' },
    sound: { 'a.ts': 'export const a = 1' },
  })
  const problems = await typeCheck(scratch, ['syntax', 'types', 'sound'], {})
  t.match(problems.get('syntax'), [/^syntax\/a\.ts\(1,14\): error TS1/])
  t.match(problems.get('types'), [/^types\/a\.ts\(1,14\): error TS2322/])
  t.equal(problems.size, 2)
})

t.test('messages about no folder are kept', async (t) => {
  const scratch = t.testdir({ a: { 'a.ts': 'export {}' } })
  const problems = await typeCheck(scratch, ['a'], { target: 'es1' })
  t.match(problems.get(''), [/error TS6046/])
})
