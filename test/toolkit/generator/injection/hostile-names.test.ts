import t from 'tap'
import type { Operation } from '#toolkit/generator/model/model.js'
import { divided, fileName } from '#toolkit/generator/print/file-division.js'
import { identifier } from '#toolkit/generator/shared/names.js'
import { emitStub } from '#toolkit/generator/stubs/emit-stubs.js'
import { HOSTILE } from './hostile.js'
import { tokenize } from './tokens.js'

t.test('hostile names divide code into files that exist everywhere', async (t) => {
  const entries = HOSTILE.map((text) => ({ name: identifier(text), text, uses: [] }))
  const names = divided(entries, 1).groups.map(({ file }) => fileName(file))
  const found = names.filter((name) => !/^[a-z\d_-]{1,210}$/.test(name) || /^(con|nul)$/.test(name))
  t.same(found, [])
  t.equal(new Set(names).size, names.length)
})

t.test('no hostile text leaves its place in a handler to start from', async (t) => {
  const target = { operations: './operations.js', extension: 'js', dependencies: [] } as const
  const shape = (text: string) => {
    const given = { operationId: text, method: 'GET', path: text, summary: text }
    const more = { typeName: 'A', parameterGroups: [] as Operation['parameterGroups'] }
    const operation = { ...given, ...more } as Operation
    const tokens = tokenize(emitStub({ operation, file: 'a', name: 'a' }, target))
    const code = tokens.filter(({ kind }) => kind !== 'comment')
    return code.map(({ kind, text }) => (kind === 'string' ? '' : text)).join(' ')
  }
  t.equal(new Set(HOSTILE.map(shape)).size, 1)
})

t.test('what is not meant to be code is found in code', async (t) => {
  const refused = ["'a", '"a"', '`a`', '/a/', "'\u202e'", "'\\x'", '// a', '/** @ts-ignore */']
  for (const text of [...refused, "'//# sourceMappingURL=a'", 'a\rb', '#a', '/*'])
    t.throws(() => tokenize(text), SyntaxError, text)
})
