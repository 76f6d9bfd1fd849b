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
  t.equal(
    twoLevels(inferred),
    `${place}ReadResult: body: Type '5' is not assignable to type 'string'.`,
  )
  t.end()
})

t.test('the five usual mistakes in a result are told with the operation and the member', (t) => {
  const first =
    "a.ts(4,9): error TS2322: Type '() => Promise<A>' is not assignable to type '(request: ReadRequest) => Answer<Exact<ReadResult>>'."
  const way = `  Type 'Promise<A>' is not assignable to type 'Answer<Exact<ReadResult>>'.
    Type 'A' is not assignable to type 'Exact<ReadResult>'.
      Type 'A' is not assignable to type 'Flat<ReadResult201 & Without<"contentType">>'.`
  const table: [levels: string[], want: string][] = [
    [
      [
        "        Types of property 'status' are incompatible.",
        "          Type '202' is not assignable to type '409'.",
      ],
      'ReadResult: status 202 is none that the document has',
    ],
    [
      [
        "        Types of property 'body' are incompatible.",
        "          Property 'height' is missing in type '{}' but required in type 'Plant'.",
      ],
      "ReadResult: body: Property 'height' is missing in type '{}' but required in type 'Plant'.",
    ],
    [
      [
        "        The types of 'body.height' are incompatible between these types.",
        "          Type 'string' is not assignable to type 'number'.",
      ],
      "ReadResult: body.height: Type 'string' is not assignable to type 'number'.",
    ],
    [
      [
        "        Types of property 'headers' are incompatible.",
        "          Property 'Location' is missing in type '{}' but required in type 'WithOthers<Read201Headers>'.",
      ],
      "ReadResult: headers: Property 'Location' is missing in type '{}' but required in type 'Read201Headers'.",
    ],
    [
      [
        `        Property 'headers' is missing in type 'A' but required in type 'Flat<ReadResult201 & Without<"contentType">>'.`,
      ],
      "Property 'headers' is missing in type 'A' but required in type 'ReadResult201'.",
    ],
    [
      [
        "        Types of property 'contentType' are incompatible.",
        "          Type 'string' is not assignable to type 'undefined'.",
      ],
      "ReadResult: contentType: Type 'string' is not assignable to type 'undefined'.",
    ],
  ]
  for (const [levels, want] of table) {
    const told = twoLevels([first, way, ...levels].join('\n'))
    t.equal(told, `a.ts(4,9): error TS2322: ${want}`)
  }
  t.end()
})

t.test('a handler whose operation is gone is one line', async (t) => {
  const file = '\'"../generated/operations.js"\''
  const first = 'src/handlers/get-a.ts(2,15): error TS2305:'
  const told = `the document has no operation \`GetA\` any more; remove this handler, or give the operation its operationId again`
  const others = `src/handlers/get-a.ts(5,28): error TS2344: Type '"getA"' does not satisfy the constraint '"getB"'.
src/handlers/get-a.ts(7,11): error TS7031: Binding element 'params' implicitly has an 'any' type.`
  const next = "src/handlers/get-b.ts(1,2): error TS2304: Cannot find name 'x'."
  for (const has of [
    `Module ${file} has no exported member 'GetAResult'.`,
    `${file} has no exported member named 'GetAResult'. Did you mean 'GetBResult'?`,
  ]) {
    t.equal(
      twoLevels(`${first} ${has}\n${others}\n${next}\n\nFound 4 errors.`),
      `src/handlers/get-a.ts(2,15): error TS2305: ${told}\n${next}\n\nFound 4 errors.`,
    )
  }
  const last = `${first} Module ${file} has no exported member 'GetAResult'.\n${others}\n\nFound 3 errors.`
  t.equal(twoLevels(last), `src/handlers/get-a.ts(2,15): error TS2305: ${told}\nFound 3 errors.`)
})
