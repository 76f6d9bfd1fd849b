/** Reasons why our verdict is another than the suite's, by the name of a case or of a whole schema. */
export const deviations: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'a schema that stands in the document has the address that its `$id` says, and no other': [
      'refRemote / remote HTTP ref with different $id',
      'refRemote / remote HTTP ref with different URN $id',
    ],
    'a dialect of its own is refused at generate time': [
      'vocabulary / schema that uses custom metaschema with with no validation vocabulary',
      'vocabulary / ignore unrecognized optional vocabulary',
      'format-assertion / schema that uses custom metaschema with format-assertion: false',
      'format-assertion / schema that uses custom metaschema with format-assertion: true',
    ],
    'a document has one dialect; schemas of older drafts are not put beside the case': [
      'cross-draft / refs to historic drafts are processed as historic drafts',
    ],
    'an integer that a number does not hold is refused, since a handler would get another one': [
      'bignum / integer / a bignum is an integer',
      'bignum / integer / a negative bignum is an integer',
      'float-overflow / all integers are multiples of 0.5, if overflow is handled / valid if optional overflow handling is implemented',
    ],
  }).flatMap(([reason, names]) => names.map((name) => [name, reason] as const)),
)
