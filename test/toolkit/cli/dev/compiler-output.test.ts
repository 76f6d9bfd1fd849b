import t from 'tap'
import { twoLevels } from '#toolkit/cli/dev/compiler-output.js'

t.test('a problem of the compiler has two levels', (t) => {
  const plain = `a.ts(1,2): error TS2322: Type 'A' is not assignable to type 'B'.
  Type 'C' is not assignable to type 'D'.
    Types of property 'body' are incompatible.
      Type '5' is not assignable to type 'string'.
a.ts(3,4): error TS2304: Cannot find name 'x'.
Found 2 errors.`
  t.equal(
    twoLevels(plain),
    `a.ts(1,2): error TS2322: Type 'A' is not assignable to type 'B'.
  Type '5' is not assignable to type 'string'.
a.ts(3,4): error TS2304: Cannot find name 'x'.
Found 2 errors.`,
  )
  const shown = `\u001b[96ma.ts\u001b[0m:1:2 - \u001b[91merror\u001b[0m\u001b[90m TS2322: \u001b[0mType 'A' …
  Type 'C' …
    Type 'D' …
  Type 'E' …

\u001b[7m1\u001b[0m   code
`
  t.equal(
    twoLevels(shown),
    shown.replace(/ {2}Type 'C' …\n {4}/, '  ').replace("  Type 'E' …\n", ''),
  )
  t.equal(twoLevels('  nothing\n'), '  nothing\n')
  t.end()
})

t.test('a problem with the result of an operation is one line that names it', (t) => {
  const written = `a.ts(1,2): error TS2322: Type '{ status: 200; }' is not assignable to type 'ReadResult'.
  Property 'body' is missing in type '{ status: 200; }' but required in type 'ReadResult200'.`
  t.equal(
    twoLevels(written),
    `a.ts(1,2): error TS2322: Property 'body' is missing in type '{ status: 200; }' but required in type 'ReadResult200'.`,
  )
  const place = `\u001b[96ma.ts\u001b[0m:1:2 - \u001b[91merror\u001b[0m\u001b[90m TS2322: \u001b[0m`
  const inferred = `${place}Type '() => A' is not assignable to type '(request: ReadRequest) => Answer<Exact<ReadResult>>'.
  Type 'A' is not assignable to type 'Answer<Exact<ReadResult>>'.
    Types of property 'body' are incompatible.
      Type '5' is not assignable to type 'string'.`
  t.equal(twoLevels(inferred), `${place}ReadResult: Type '5' is not assignable to type 'string'.`)
  t.end()
})
