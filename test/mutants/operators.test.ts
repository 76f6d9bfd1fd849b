import t from 'tap'
import { mutated } from './mutants.js'
import { changesIn } from './program.js'

/** A program, and what becomes of it: the operator and the program with each change. */
const table: [program: string, changes: [operator: string, program: string][]][] = [
  [
    'a < b',
    [
      ['statement', ';'],
      ['boundary', '((a) <= (b))'],
      ['negation', '((a) >= (b))'],
    ],
  ],
  [
    'x = a ?? (b && c)',
    [
      ['statement', ';'],
      ['logical', 'x = ((a) && (b && c))'],
      ['logical', 'x = a ?? (((b) || (c)))'],
    ],
  ],
  [
    'if (a) return_()',
    [
      ['negation', 'if (!(a)) return_()'],
      ['statement', 'if (a) ;'],
    ],
  ],
  [
    'for (const a of b) if (!a) continue',
    [
      ['early exit', 'for (const a of b) ;'],
      ['sign', 'for (const a of b) if ((a)) continue'],
    ],
  ],
  [
    'const f = () => a?.b',
    [
      ['return value', 'const f = () => undefined'],
      ['optional chain', 'const f = () => a.b'],
    ],
  ],
  [
    'export const a = [`b`, 200, 2n, true]',
    [
      ['array', 'export const a = []'],
      ['text', 'export const a = [``, 200, 2n, true]'],
      ['constant', 'export const a = [`b`, 0, 2n, true]'],
      ['constant', 'export const a = [`b`, 200, 3n, true]'],
      ['constant', 'export const a = [`b`, 200, 2n, false]'],
    ],
  ],
  [
    "const o = { a: 'b', 'c': d.trim(), ['e']: 1 }",
    [
      ['object', 'const o = {}'],
      ['text', "const o = { a: '', 'c': d.trim(), ['e']: 1 }"],
      ['method', "const o = { a: 'b', 'c': d, ['e']: 1 }"],
      ['text', "const o = { a: 'b', 'c': d.trim(), ['']: 1 }"],
      ['constant', "const o = { a: 'b', 'c': d.trim(), ['e']: 2 }"],
    ],
  ],
  [
    'const n = -a + b++ - `c`.length',
    [
      ['arithmetic', 'const n = ((-a + b++) + (`c`.length))'],
      ['arithmetic', 'const n = ((-a) - (b++)) - `c`.length'],
      ['sign', 'const n = (a) + b++ - `c`.length'],
      ['arithmetic', 'const n = -a + b-- - `c`.length'],
      ['text', 'const n = -a + b++ - ``.length'],
    ],
  ],
  ["const s = a + 'b' + c", [['text', "const s = a + '' + c"]]],
  [
    'const a = await b?.(c) ? d.some(e) : !f',
    [
      ['negation', 'const a = !(await b?.(c)) ? d.some(e) : !f'],
      ['await', 'const a = (b?.(c)) ? d.some(e) : !f'],
      ['optional chain', 'const a = await b(c) ? d.some(e) : !f'],
      ['method', 'const a = await b?.(c) ? d.every(e) : !f'],
      ['sign', 'const a = await b?.(c) ? d.some(e) : (f)'],
    ],
  ],
  ["import a from './b.js'\nexport * from './c.js'", []],
  [
    '/* c8 ignore next 2 -- a reason */\na(1)\na(2)\na`3`',
    [
      ['statement', '/* c8 ignore next 2 -- a reason */\na(1)\na(2)\n;'],
      ['text', '/* c8 ignore next 2 -- a reason */\na(1)\na(2)\na``'],
    ],
  ],
  [
    'function f() { if (a) { return false } return }',
    [
      ['early exit', 'function f() { ; return }'],
      ['negation', 'function f() { if (!(a)) { return false } return }'],
      ['constant', 'function f() { if (a) { return true } return }'],
    ],
  ],
]

for (const [program, changes] of table) {
  t.test(program, async (t) => {
    const found = changesIn(program).map((change) => [change.operator, mutated(change, program)])
    t.same(found, changes)
  })
}
