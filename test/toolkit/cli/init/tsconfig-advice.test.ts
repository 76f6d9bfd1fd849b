import t from 'tap'
import { adviceFor } from '#toolkit/cli/init/compilation.js'
import type { Tsconfig } from '#toolkit/cli/project/typescript.js'

const plain = { isCommonJs: false, isNative: false, home: '.' }

const NODE = /^tsconfig\.json: add "node" to types$/
const MODULE = /^tsconfig\.json: set "module": "nodenext" and leave moduleResolution out; /
const COMMON = /^tsconfig\.json: set "verbatimModuleSyntax": false; /
const TARGET = /^tsconfig\.json: set "target": "es2023"$/
const EMIT = /^tsconfig\.json: leave noEmit out, and set "outDir": "dist"; /
const ROOT_DIR = /^tsconfig\.json: set "rootDir": "src"; newer compilers do not guess it$/

/** Options, the other facts, and the advice. */
type Row = [options: object, known: object, advice: RegExp[]]

const table: Row[] = [
  [{}, {}, []],
  [{ types: [] }, {}, [NODE]],
  [{ types: ['node'] }, {}, []],
  [{ types: ['*'] }, {}, []],
  [{ types: ['mocha'] }, {}, [NODE]],
  ...['commonjs', 'AMD', 'umd', 'system', 'es2022', 'ESNext'].map(
    (module) => [{ module }, {}, [MODULE]] as Row,
  ),
  [{ module: 'nodenext' }, {}, []],
  [{ module: 'esnext', moduleResolution: 'bundler' }, {}, []],
  ...['node', 'Node10', 'classic'].map(
    (moduleResolution) => [{ module: 'nodenext', moduleResolution }, {}, [MODULE]] as Row,
  ),
  [{ verbatimModuleSyntax: true }, {}, []],
  [{ verbatimModuleSyntax: true }, { isCommonJs: true }, [COMMON]],
  [{ verbatimModuleSyntax: false }, { isCommonJs: true }, []],
  [{}, { isCommonJs: true }, []],
  [{ target: 'ES5' }, {}, [TARGET]],
  [{ target: 'es2021' }, {}, [TARGET]],
  [{ target: 'es2022' }, {}, []],
  [{ target: 'es2015', lib: ['es2023'] }, {}, []],
  [{ noEmit: true }, {}, [EMIT]],
  [{ noEmit: true }, { isNative: true }, []],
  [{ noEmit: false }, {}, []],
  [{}, { home: 'src' }, [ROOT_DIR]],
  [{ rootDir: '.' }, { home: 'src' }, []],
  [{ noEmit: true }, { home: 'src', isNative: true }, []],
  [{ noEmit: true, rootDir: '.' }, { home: 'src' }, [EMIT]],
  [{ types: [], target: 'es6' }, { home: 'src' }, [NODE, TARGET, ROOT_DIR]],
]

for (const [options, known, advice] of table) {
  t.test(`${JSON.stringify(options)} of ${JSON.stringify(known)}`, async (t) => {
    const told = adviceFor({ options } as unknown as Tsconfig, { ...plain, ...known })
    t.equal(told.length, advice.length, told.join('\n'))
    for (const [at, each] of advice.entries()) t.match(told[at], each)
  })
}
