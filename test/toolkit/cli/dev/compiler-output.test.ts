import t from 'tap'
import { twoLevels } from '#toolkit/cli/dev/compiler-output.js'
import { testCases } from '../../../helpers/cases.js'

/** The red of a place, and the grey of a code, as the compiler shows them on a terminal. */
const PLACE = '\u001b[96ma.ts\u001b[0m:1:2 - \u001b[91merror\u001b[0m\u001b[90m TS2322: \u001b[0m'

/** Where the result of a handler is wrong, level by level. */
const WAY = `a.ts(4,9): error TS2322: Type '() => Promise<A>' is not assignable to type '(request: ReadRequest) => Answer<Exact<ReadResult>>'.
  Type 'Promise<A>' is not assignable to type 'Answer<Exact<ReadResult>>'.
    Type 'A' is not assignable to type 'Exact<ReadResult>'.
      Type 'A' is not assignable to type 'Flat<ReadResult201 & Without<"contentType">>'.`

const GONE = `src/handlers/get-a.ts(2,15): error TS2305: Module '"../generated/operations.js"' has no exported member`
const OTHERS = `src/handlers/get-a.ts(5,28): error TS2344: Type '"getA"' does not satisfy the constraint '"getB"'.
src/handlers/get-a.ts(7,11): error TS7031: Binding element 'params' implicitly has an 'any' type.`
const REMOVE =
  'src/handlers/get-a.ts(2,15): error TS2305: the document has no operation `GetA` any more; remove this handler, or give the operation its operationId again'

testCases(
  t,
  `
## a problem of the compiler has two levels
a.ts(1,2): error TS2322: Type 'A' is not assignable to type 'B'.
  Type 'C' is not assignable to type 'D'.
    Types of property 'body' are incompatible.
      Type '5' is not assignable to type 'string'.
a.ts(3,4): error TS2304: Cannot find name 'x'.
Found 2 errors.
-> a.ts(1,2): error TS2322: Type 'A' is not assignable to type 'B'.
->   body: Type '5' is not assignable to type 'string'.
-> a.ts(3,4): error TS2304: Cannot find name 'x'.
-> Found 2 errors.
## a problem on a terminal has two levels, and its code
${PLACE}Type 'A' …
  Type 'C' …
    Type 'D' …
  Type 'E' …

\u001b[7m1\u001b[0m   code
-> ${PLACE}Type 'A' …
->   Type 'D' …
-> 
-> \u001b[7m1\u001b[0m   code
## what is no problem stays
  nothing
->   nothing
## a problem with the result of an operation is one line that names it
a.ts(1,2): error TS2322: Type '{ status: 200; }' is not assignable to type 'ReadResult'.
  Property 'body' is missing in type '{ status: 200; }' but required in type 'ReadResult200'.
-> a.ts(1,2): error TS2322: Property 'body' is missing in type '{ status: 200; }' but required in type 'ReadResult200'.
## a problem with a handler on a terminal names the result
${PLACE}Type '() => A' is not assignable to type '(request: ReadRequest) => Answer<Exact<ReadResult>>'.
  Type 'A' is not assignable to type 'Answer<Exact<ReadResult>>'.
    Types of property 'body' are incompatible.
      Type '5' is not assignable to type 'string'.
-> ${PLACE}ReadResult: body: Type '5' is not assignable to type 'string'.
## a status that the document does not have
${WAY}
        Types of property 'status' are incompatible.
          Type '202' is not assignable to type '409'.
-> a.ts(4,9): error TS2322: ReadResult: status 202 is none that the document has
## a status that only the default response has
${WAY}
      Type '{ status: 201; body: {}; }' is not assignable to type 'Flat<ReadResultDefault & Without<"contentType">>'.
        Types of property 'body' are incompatible.
          Property 'error' is missing in type '{}' but required in type 'Problem'.
-> a.ts(4,9): error TS2322: ReadResult: status 201 is a default response; body: Property 'error' is missing in type '{}' but required in type 'Problem'.
## a member of a body that is missing
${WAY}
        Types of property 'body' are incompatible.
          Property 'height' is missing in type '{}' but required in type 'Plant'.
-> a.ts(4,9): error TS2322: ReadResult: body: Property 'height' is missing in type '{}' but required in type 'Plant'.
## a member of a body of another type
${WAY}
        The types of 'body.height' are incompatible between these types.
          Type 'string' is not assignable to type 'number'.
-> a.ts(4,9): error TS2322: ReadResult: body.height: Type 'string' is not assignable to type 'number'.
## a header that is missing
${WAY}
        Types of property 'headers' are incompatible.
          Property 'Location' is missing in type '{}' but required in type 'WithOthers<Read201Headers>'.
-> a.ts(4,9): error TS2322: ReadResult: headers: Property 'Location' is missing in type '{}' but required in type 'Read201Headers'.
## headers that are missing
${WAY}
        Property 'headers' is missing in type 'A' but required in type 'Flat<ReadResult201 & Without<"contentType">>'.
-> a.ts(4,9): error TS2322: Property 'headers' is missing in type 'A' but required in type 'ReadResult201'.
## a handler whose operation is gone is one line
${GONE} 'GetAResult'.
${OTHERS}
src/handlers/get-b.ts(1,2): error TS2304: Cannot find name 'x'.

Found 4 errors.
-> ${REMOVE}
-> src/handlers/get-b.ts(1,2): error TS2304: Cannot find name 'x'.
-> 
-> Found 4 errors.
## a handler whose operation is gone is one line, though the compiler knows another
${GONE.replace('Module ', '')} named 'GetAResult'. Did you mean 'GetBResult'?
${OTHERS}

Found 3 errors.
-> ${REMOVE}
-> Found 3 errors.
`,
  (input) => twoLevels(input).split('\n'),
)
