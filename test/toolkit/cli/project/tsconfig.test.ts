import path from 'node:path'
import t from 'tap'
import { fromConfig, importExtensionOf, readTsconfig } from '#toolkit/cli/project/typescript.js'

t.test('a tsconfig.json is read with what it extends', async (t) => {
  const root = t.testdir({
    base: {
      'a.json':
        '{ "compilerOptions": { "outDir": "x", "rootDir": "$CONFIG/src", "strict": true } }'.replace(
          'CONFIG',
          '{configDir}',
        ),
      'b.json': '{ "extends": "./a", "include": ["src"], "compilerOptions": { "strict": false } }',
    },
    node_modules: {
      one: { 'tsconfig.json': '{ "compilerOptions": { "target": "es2023" } }' },
      '@two': { three: { 'package.json': '{}', 'base.json': '{ "include": 5 }' } },
    },
    'tsconfig.json':
      '{ "extends": ["./base/b.json", "one", "@two/three/base", "nowhere", "./nowhere", 5], "compilerOptions": {} }',
    'broken.json': '{',
    'circle.json': '{ "extends": "./circle.json", "files": ["src/a.ts"] }',
  })
  const found = readTsconfig(path.join(root, 'tsconfig.json'))
  t.match(found.options, { strict: false, target: 'es2023', outDir: path.join(root, 'base/x') })
  t.equal(fromConfig(found, String(found.options.outDir)), 'base/x')
  t.equal(fromConfig(found, String(found.options.rootDir)), 'src')
  t.same(found.include, [path.join(root, 'base/src')])
  t.same(readTsconfig(path.join(root, 'broken.json')).options, {})
  t.same(readTsconfig(path.join(root, 'circle.json')).include, [path.join(root, 'src/a.ts')])
})

t.test('imports end with ts if tsconfig.json says so', async (t) => {
  const cases: [options: object, want: string][] = [
    [{}, 'js'],
    [{ allowImportingTsExtensions: true }, 'ts'],
    [{ rewriteRelativeImportExtensions: true }, 'ts'],
    [{ erasableSyntaxOnly: true }, 'js'],
  ]
  for (const [compilerOptions, want] of cases) {
    const root = t.testdir({ 'tsconfig.json': JSON.stringify({ compilerOptions }), a: {} })
    t.equal(importExtensionOf(path.join(root, 'a/generated')), want)
  }
  t.equal(importExtensionOf(path.parse(process.cwd()).root), 'js')
})
